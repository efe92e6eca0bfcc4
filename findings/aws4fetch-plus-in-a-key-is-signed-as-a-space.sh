#!/bin/sh
# aws4fetch 1.0.20: of a request to S3 whose path holds a plus, what is signed is not what is sent.
# In the path of an address a plus is a plus (RFC 3986; only in a form's query it is a space), and `new URL` leaves it alone. For the service
# "s3" this signer reads it as a space before it writes the canonical request, so that a file named "nota+recibo.pdf" can be neither stored
# nor read: a store that reckons as AWS does comes to another signature, while names with spaces and accents work. Held here against AWS's own
# signer, without a store. Written as %2B the same name works: encodeURIComponent each part of a key, not encodeURI.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent aws4fetch@1.0.20 @smithy/signature-v4@5.3.0 @aws-crypto/sha256-js@5.2.0
cat > look.mjs <<'JS'
import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import { AwsV4Signer } from 'aws4fetch'
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'example' }
const region = 'sa-east-1'
const own = new SignatureV4({ credentials, region, service: 's3', sha256: Sha256, uriEscapePath: false })
const signatureOf = (authorization) => authorization.split('Signature=')[1]
for (const key of ['nota fiscal.pdf', 'ação.pdf', 'nota+recibo.pdf', 'nota%2Brecibo.pdf']) {
  const url = new URL(`https://files.s3.${region}.amazonaws.com/${key}`)
  const signed = await new AwsV4Signer({ ...credentials, region, service: 's3', method: 'GET', url: url.href, datetime: '20261129T000000Z' }).sign()
  const headers = { host: url.hostname, 'x-amz-content-sha256': signed.headers.get('x-amz-content-sha256') }
  const request = { method: 'GET', protocol: url.protocol, hostname: url.hostname, path: url.pathname, query: {}, headers }
  const wanted = await own.sign(request, { signingDate: new Date('2026-11-29T00:00:00Z') })
  const same = signatureOf(signed.headers.get('authorization')) === signatureOf(wanted.headers.authorization)
  console.log(`${url.pathname}: ${same ? 'the same signature' : 'another signature'}`)
}
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
/nota%20fiscal.pdf: the same signature
/a%C3%A7%C3%A3o.pdf: the same signature
/nota+recibo.pdf: another signature
/nota%2Brecibo.pdf: the same signature
TEXT
diff wanted seen && echo 'as stated'
