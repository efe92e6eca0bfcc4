import { cleanup, configure } from '@testing-library/react'

// A busy machine renders late; nothing waits longer than it has to.
configure({ asyncUtilTimeout: 5000 })

// Many files share a window: each test leaves it as it was.
afterEach(() => {
  cleanup()
  globalThis.localStorage?.clear()
  globalThis.sessionStorage?.clear()
})
