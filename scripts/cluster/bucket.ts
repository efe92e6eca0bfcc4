import { BucketServer } from '../../lib/testing/fakes/bucket-server'

// The S3-compatible store of the cluster: it verifies each signature and keeps files in memory.
const [host, port] = process.argv.slice(2)
void new BucketServer().start(Number(port), host)
