#!/bin/sh
# @xmldom/xmldom 0.9.12: an XML document that is parsed and written again, with nothing changed, is another document if a text in it has a
# carriage return. In XML that is written as &#13; (a bare one means a line feed, XML 1.0, 2.11), and comes from texts of two lines typed
# on Windows, as in the remarks of a fiscal invoice. The parser reads it rightly, and the serializer puts it out bare, so that
# the next parser sees a line feed. A signature over it, valid before, is broken from then on, with no error where it happened: the
# tax office refuses the invoice that was only stored, wrapped in an envelope or given its protocol. In attributes it is escaped.
# What helps: keep and send the bytes that came; build the envelope around them as text.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @xmldom/xmldom@0.9.12 xml-crypto@6.3.2
cat > look.mjs <<'JS'
import { generateKeyPairSync } from 'node:crypto'
import { DOMParser, XMLSerializer } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
function sign(xml) {
  const signed = new SignedXml({ privateKey, canonicalizationAlgorithm: c14n, signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' })
  const transforms = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', c14n]
  signed.addReference({ xpath: '/*', transforms, digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' })
  signed.computeSignature(xml)
  return signed.getSignedXml()
}
function isValid(xml) {
  const signed = new SignedXml({ publicCert: publicKey })
  signed.loadSignature(new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName('Signature')[0].toString())
  try {
    return signed.checkSignature(xml)
  } catch ({ message }) {
    return false
  }
}
for (const text of ['one line', 'two&#10;lines', 'two&#13;&#10;lines']) {
  const xml = sign(`<invoice Id="i1"><remarks>${text}</remarks></invoice>`)
  const again = new XMLSerializer().serializeToString(new DOMParser().parseFromString(xml, 'text/xml'))
  console.log(`${text}: signature valid ${isValid(xml)}, after parsing and writing ${isValid(again)}`)
}
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
one line: signature valid true, after parsing and writing true
two&#10;lines: signature valid true, after parsing and writing true
two&#13;&#10;lines: signature valid true, after parsing and writing false
TEXT
diff wanted seen && echo 'as stated'
