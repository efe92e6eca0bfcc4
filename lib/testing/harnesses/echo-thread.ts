import { parentPort } from 'node:worker_threads'

const unshared = new Int32Array(new SharedArrayBuffer(4))

// Answers each message with itself, half a second later where it asks for that.
parentPort!.on('message', (message: string) => {
  if (message.startsWith('late:')) Atomics.wait(unshared, 0, 0, 500)
  parentPort!.postMessage(message)
})
