import { parentPort } from 'node:worker_threads'

// Answers each message with itself.
parentPort!.on('message', (message) => parentPort!.postMessage(message))
