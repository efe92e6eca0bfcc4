'use client'

import type { AccountPreferences } from '@/lib/identity/auth/shown-preferences'
import { languages } from '@/lib/core/language'
import { languageCookie, schemeCookie, themeCookie, yearInSeconds } from '@/lib/core/preferences'
import { colorSchemes, themes } from '@/lib/core/theme'

type BootScriptProps = { nonce: string; account: AccountPreferences }

/**
 * Runs before the first paint. Hands the nonce to the toaster's styles, and keeps what this device knows of the person's taste
 * in its three places: what the account says (the page is rendered so already) goes into local storage and the cookie; where
 * it says nothing, the cookie follows local storage, which outlives it. Only a language then asks for the page again, and only
 * once the cookie has taken it. A client component, so that its text is in the page once, not in React's data again.
 */
export function BootScript({ nonce, account }: BootScriptProps) {
  const { language, theme, colorScheme } = account
  const steps = [
    keep(languageCookie, languages, language, 'location.reload()'),
    keep(themeCookie, themes, theme, 'document.documentElement.dataset.theme=v'),
    keep(schemeCookie, colorSchemes, colorScheme, 'document.documentElement.dataset.scheme=v'),
  ]
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {`window.__nonce__=${JSON.stringify(nonce)};{${keepFunction};${steps.join(';')}}`}
    </script>
  )
}

/** `k(name, allowed, account, shown, then)`, for the page. */
const keepFunction = `let k=(n,l,a,s,f)=>{try{let v=a||localStorage.getItem(n),m=document.cookie.match('(?:^|; )'+n+'=([^;]*)'),c=m?m[1]:s;if(l.indexOf(v)<0)return;if(v!==c||!m)document.cookie=n+'='+v+';path=/;max-age=${yearInSeconds};samesite=lax';if(a)localStorage.setItem(n,a);else if(v!==c&&(document.cookie+';').indexOf(n+'='+v+';')>=0)f(v)}catch(e){}}`

/** Without a cookie a page is rendered by the first of `allowed`, or for a theme by the default one, which asks for nothing. */
function keep(name: string, allowed: readonly string[], chosen: string | null, then: string): string {
  const shown = allowed === languages ? languages[0] : ''
  return `k('${name}',${JSON.stringify(allowed)},${JSON.stringify(chosen)},'${shown}',v=>{${then}})`
}
