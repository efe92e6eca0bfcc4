type Sent = {
  /** The documents that are framed, with the texts that their elements hold. */
  documents: { address: string; texts: string[] }[]
  /** Whether the texts are laid into their elements by script. */
  isLaid: boolean
  kept: { tags: string[]; attributes: string[] } | null
  settle: number
}
type Done = {
  /** The documents that gave way to another, or whose elements did not stay apart. */
  apart: number[]
  beyond: string[]
  /** Documents that stayed and in which the page's own script did not run. */
  silent: number
}

/** Runs in the browser, in the page around the frames, under no policy of its own: whole as it stands, it is sent there. */
export async function provoke({ documents, isLaid, kept, settle }: Sent): Promise<Done> {
  const EVENTS =
    'load error focus blur click dblclick mouseover mouseenter pointerover keydown input change submit toggle animationstart transitionend begin scroll'.split(
      ' ',
    )
  const PRESSED = ['button', 'text', 'rect', 'summary', 'details', 'select', 'input', 'form', 'a']
  const WINDOW_EVENTS = [
    'hashchange',
    'message',
    'pageshow',
    'resize',
    'storage',
    'error',
    'load',
    'focus',
    'blur',
    'scroll',
  ]
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
  const attempt = (work: () => unknown) => {
    try {
      work()
    } catch {
      // Gone, or not made for this.
    }
  }
  const documentOf = (frame: HTMLIFrameElement) => {
    const result = frame.contentDocument
    return result?.location.pathname.startsWith('/document/') ? result : null
  }
  const frames = await Promise.all(
    documents.map(async ({ address }) => {
      const frame = document.createElement('iframe')
      frame.src = address
      document.body.append(frame)
      for (let waits = 0; waits < 1000 && (documentOf(frame)?.readyState ?? 'loading') === 'loading'; waits++)
        await wait(10)
      return frame
    }),
  )
  const elementsOf = (frame: HTMLIFrameElement) => documentOf(frame)?.querySelectorAll('body > .rich-text')
  if (isLaid)
    documents.forEach(({ texts }, at) => {
      const elements = elementsOf(frames[at]!)
      texts.forEach((html, of) => attempt(() => (elements![of]!.innerHTML = html)))
    })
  await wait(settle)

  const beyond: string[] = []
  const look = (element: Element) => {
    if (!kept!.tags.includes(element.localName)) beyond.push(`<${element.localName}>`)
    for (const { name, value } of element.attributes) {
      const isSafe = kept!.attributes.includes(name) && (name !== 'href' || /^(https?:\/\/|mailto:)/i.test(value))
      if (!isSafe) beyond.push(`${name}=${value.slice(0, 40)}`)
    }
  }
  /** Leaving for a web address is what a link is for: only what else a click does is waited for. */
  const stay = (event: Event) => {
    const link = (event.target as Element).closest?.('a, area')
    const target = link?.getAttribute('href') ?? link?.getAttribute('xlink:href') ?? ''
    const form = event.type === 'submit' ? (event.target as HTMLFormElement).getAttribute('action') : null
    if (/^\s*(https?:|mailto:)/i.test(target) || (form !== null && /^\s*https?:/i.test(form))) event.preventDefault()
  }
  /** Also what stands in shadows and in frames of its own. */
  const allOf = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => {
      let inner: ParentNode | null | undefined = element.shadowRoot
      attempt(() => (inner ??= (element as HTMLIFrameElement).contentDocument))
      return inner ? [element, ...allOf(inner)] : [element]
    })
  const provokeOne = (element: Element) => {
    const named = [...element.attributes].filter(({ name }) => name.startsWith('on')).map(({ name }) => name.slice(2))
    for (const event of new Set([...named, ...EVENTS]))
      attempt(() => element.dispatchEvent(new Event(event, { bubbles: false, cancelable: true })))
    const doable = element as HTMLElement & { showModal?: () => void; requestSubmit?: () => void; open?: boolean }
    attempt(() => doable.focus())
    attempt(() => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
    attempt(() => doable.showModal?.())
    attempt(() => element.hasAttribute('popover') && doable.showPopover())
    attempt(() => element.localName === 'details' && (doable.open = !doable.open))
    attempt(() => doable.requestSubmit?.())
  }
  const apart = new Set<number>()
  let silent = 0
  for (const [at, frame] of frames.entries()) {
    const result = documentOf(frame)
    const { length } = documents[at]!.texts
    if (!result?.body || (length > 1 && elementsOf(frame)?.length !== length)) apart.add(at)
    if (!result?.body) continue
    if (!(result.defaultView as Window & { isOwn?: true }).isOwn) silent += 1
    for (const event of ['click', 'submit']) result.addEventListener(event, stay, true)
    if (kept) for (const element of result.querySelectorAll('.rich-text *')) look(element)
    for (const event of WINDOW_EVENTS) attempt(() => result.defaultView!.dispatchEvent(new Event(event)))
    const answers = (element: Element) => element.attributes.length > 0 || PRESSED.includes(element.localName)
    for (const element of allOf(result).filter(answers)) provokeOne(element)
  }
  await wait(settle)
  // Something done to one of its elements may have taken the document away before the others.
  for (const [at, frame] of frames.entries())
    if (documents[at]!.texts.length > 1 && !documentOf(frame)?.body) apart.add(at)
  return { apart: [...apart], beyond, silent }
}
