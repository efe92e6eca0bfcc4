import { randomBytes } from 'node:crypto'
import { keepConnections, testServer, withOwner } from './database'

// Jest awaits the function that a setup file is; a default export it would not see.
module.exports = async function setUp() {
  const { template, DATABASE_URL, DATABASE_WORKER_URL } = testServer()
  const name = `test_${Date.now()}_${randomBytes(4).toString('hex')}`
  await withOwner((owner) => owner.query(`create database ${name} template ${template} strategy file_copy`), 'mascate')
  const on = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).toString()
  Object.assign(process.env, {
    DATABASE_URL: on(DATABASE_URL),
    TEST_DATABASE_WORKER_URL: on(DATABASE_WORKER_URL),
    TEST_DATABASE_NAME: name,
  })
  keepConnections()
}
