import { languageCookie, themeCookie, yearInSeconds } from '@/lib/preferences'
import { languages } from '@/lib/language'
import { themes } from '@/lib/theme'

/**
 * Runs before the first paint. Hands the nonce to the toaster's styles, and where local storage and the cookie disagree
 * (the preference was set before the cookie expired) makes the cookie follow, once: the second time they agree.
 */
export function BootScript({ nonce }: { nonce: string }) {
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {`window.__nonce__=${JSON.stringify(nonce)};${follow(languageCookie, languages, 'location.reload()')}${follow(themeCookie, themes, 'document.documentElement.dataset.theme=v')}`}
    </script>
  )
}

function follow(name: string, allowed: readonly string[], then: string): string {
  return `try{(function(){var v=localStorage.getItem('${name}'),m=document.cookie.match(/(?:^|; )${name}=([^;]*)/),c=m?m[1]:'${allowed === languages ? languages[0] : ''}';if(${JSON.stringify(allowed)}.indexOf(v)>=0&&v!==c){document.cookie='${name}='+v+';path=/;max-age=${yearInSeconds};samesite=lax';if(document.cookie.indexOf('${name}='+v)>=0){${then}}}})()}catch(e){}`
}
