import { startTestSandbox, type TestSandbox } from '../testing/sandbox'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

test('a path that is not known is refused in the words of the gateway', async () => {
  const answer = await fetch(`${sandbox.url}/api/v2/nothing/here`)
  expect(await answer.json()).toEqual({
    request_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    error: 'error_param',
    message: 'Permission denied. This API is currently offline or the request path is incorrect.',
  })
})
