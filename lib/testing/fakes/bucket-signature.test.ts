import { findSignatureFault } from './bucket-signature'

/** The key and the requests of Amazon's own documentation: "Authenticating Requests: Using the Authorization Header". */
const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const at = new Date('2013-05-24T00:00:00Z')

const signed = (method: string, path: string, more: Record<string, string>, signature: string) => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': empty,
    'x-amz-date': '20130524T000000Z',
    ...more,
  }
  const authorization = `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${Object.keys(headers).sort().join(';')},Signature=${signature}`
  return {
    method,
    url: new URL(path, 'https://examplebucket.s3.amazonaws.com'),
    headers: { ...headers, authorization },
  }
}

test.each([
  [
    'an object',
    signed(
      'GET',
      '/test.txt',
      { range: 'bytes=0-9' },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ),
  ],
  [
    'a listing',
    signed('GET', '/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'),
  ],
])('holds for what Amazon signed itself: %s', (_, request) => {
  expect(findSignatureFault(request, key, at)).toBeNull()
  expect(findSignatureFault({ ...request, method: 'PUT' }, key, at)).toBe('SignatureDoesNotMatch')
  expect(findSignatureFault({ ...request, url: new URL('/other', request.url) }, key, at)).toBe('SignatureDoesNotMatch')
  expect(findSignatureFault(request, { ...key, secretAccessKey: 'another' }, at)).toBe('SignatureDoesNotMatch')
  expect(findSignatureFault(request, key, new Date('2013-05-24T00:16:00Z'))).toBe('RequestTimeTooSkewed')
})
