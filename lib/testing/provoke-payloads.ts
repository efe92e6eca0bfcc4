type Sent = {
  /** The documents that are framed. */
  addresses: string[]
  /** What is laid into each of them by script. */
  laid: string[]
  kept: { tags: string[]; attributes: string[] } | null
  settle: number
}

/** Runs in the browser, in the page around the frames, under no policy of its own: whole as it stands, it is sent there. */
export async function provoke({ addresses, laid, kept, settle }: Sent): Promise<{ lost: number; beyond: string[] }> {
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
    const found = frame.contentDocument
    return found?.location.pathname.startsWith('/document/') ? found : null
  }
  const frames = await Promise.all(
    addresses.map(async (address) => {
      const frame = document.createElement('iframe')
      frame.src = address
      document.body.append(frame)
      for (let waits = 0; waits < 1000 && (documentOf(frame)?.readyState ?? 'loading') === 'loading'; waits++)
        await wait(10)
      return frame
    }),
  )
  laid.forEach((html, at) => attempt(() => (documentOf(frames[at]!)!.querySelector('.rich-text')!.innerHTML = html)))
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
  let lost = 0
  for (const frame of frames) {
    const found = documentOf(frame)
    if (!found?.body) {
      lost++
      continue
    }
    for (const event of ['click', 'submit']) found.addEventListener(event, stay, true)
    if (kept) for (const element of found.querySelectorAll('.rich-text *')) look(element)
    for (const event of WINDOW_EVENTS) attempt(() => found.defaultView!.dispatchEvent(new Event(event)))
    const answers = (element: Element) => element.attributes.length > 0 || PRESSED.includes(element.localName)
    for (const element of allOf(found).filter(answers)) provokeOne(element)
  }
  await wait(settle)
  return { lost, beyond }
}
