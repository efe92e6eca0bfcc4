/** For each rule of React's compiler that oxlint holds, a component that breaks it in the marked line. */
export const plantedHooks = {
  'error-boundaries': `import { Child } from './child'
export function Outer() {
  try {
    return <Child /> // here
  } catch {
    return null
  }
}
`,
  globals: `let renders = 0
export function Outer() {
  renders = renders + 1 // here
  return <p>{renders}</p>
}
`,
  immutability: `import { useState } from 'react'
export function Outer() {
  const [state, setState] = useState({ n: 1 })
  state.n = 2 // here
  return <p onClick={() => setState({ n: 3 })}>{state.n}</p>
}
`,
  'incompatible-library': `import { useForm } from 'react-hook-form'
export function Outer() {
  const { watch } = useForm()
  const value = watch('name') // here
  return <p>{value}</p>
}
`,
  'preserve-manual-memoization': `import { useMemo } from 'react'
type Side = { x: { y: number } }
export function Outer({ propA, propB }: { propA: Side; propB: Side }) {
  return useMemo(() => {
    const both = { a: propB.x.y } as { a: number; b?: number }
    if (propA?.x.y) both.b = propA.x.y
    return String(both.b)
  }, [propA?.x, propB.x.y]) // here
}
`,
  purity: `export function Outer() {
  const now = Date.now() // here
  return <p>{now}</p>
}
`,
  refs: `import { useRef } from 'react'
export function Outer() {
  const ref = useRef(0)
  return <p>{ref.current}</p> // here
}
`,
  'set-state-in-effect': `import { useEffect, useState } from 'react'
export function Outer({ name }: { name: string }) {
  const [copy, setCopy] = useState(name)
  useEffect(() => {
    setCopy(name) // here
  }, [name])
  return <p>{copy}</p>
}
`,
  'set-state-in-render': `import { useState } from 'react'
export function Outer({ name }: { name: string }) {
  const [copy, setCopy] = useState(name)
  setCopy(name) // here
  return <p>{copy}</p>
}
`,
  'static-components': `export function Outer({ name }: { name: string }) {
  const Inner = () => <p>{name}</p>
  return <Inner /> // here
}
`,
  'unsupported-syntax': `export function Outer({ code }: { code: string }) {
  const found = eval(code) // here
  return <p>{found}</p>
}
`,
  'use-memo': `import { useMemo } from 'react'
export function Outer({ n }: { n: number }) {
  const twice = useMemo(async () => n * 2, [n]) // here
  return <p>{String(twice)}</p>
}
`,
}

export const markedLine = (rule: string) =>
  plantedHooks[rule as keyof typeof plantedHooks].split('\n').findIndex((line) => line.endsWith('// here')) + 1
