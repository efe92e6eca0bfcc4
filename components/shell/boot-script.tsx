import type { AccountPreferences } from '@/lib/identity/auth/shown-preferences'
import { languages } from '@/lib/core/language'
import { languageCookie, schemeCookie, themeCookie, yearInSeconds } from '@/lib/core/preferences'
import { colorSchemes, themes } from '@/lib/core/theme'

type BootScriptProps = { nonce: string; account: AccountPreferences }

/**
 * Runs before the first paint. Hands the nonce to the toaster's styles, and keeps what this device knows of the person's taste
 * in its three places: what the account says (the page is rendered so already) goes into local storage and the cookie; where
 * it says nothing, the cookie follows local storage, which outlives it. Only a language then asks for the page again, and only
 * once the cookie has taken it.
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
      {`window.__nonce__=${JSON.stringify(nonce)};${steps.join('')}`}
    </script>
  )
}

/** Without a cookie a page is rendered by the first of `allowed`, or for a theme by the default one, which asks for nothing. */
function keep(name: string, allowed: readonly string[], chosen: string | null, then: string): string {
  const shown = allowed === languages ? languages[0] : ''
  return `try{(function(a){var v=a||localStorage.getItem('${name}'),m=document.cookie.match(/(?:^|; )${name}=([^;]*)/),c=m?m[1]:'${shown}';if(${JSON.stringify(allowed)}.indexOf(v)<0)return;if(v!==c||!m)document.cookie='${name}='+v+';path=/;max-age=${yearInSeconds};samesite=lax';if(a)return localStorage.setItem('${name}',a);if(v!==c&&(document.cookie+';').indexOf('${name}='+v+';')>=0){${then}}})(${JSON.stringify(chosen)})}catch(e){}`
}
