import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from 'next/constants.js'

// The bench's build has one page more: the bare one that the others are held against (docs/bench.md).
const pageExtensions = ['tsx', 'ts', ...(process.env.MASCATE_BENCH === '1' ? ['bench.tsx'] : [])]

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // lib/core/http/compress-answer.ts does.
  compress: false,
  reactStrictMode: true,
  pageExtensions,
  serverExternalPackages: ['pg', 'pino', '@node-rs/argon2', 'graphile-worker', 'exceljs', 'nodemailer'],
  // Types are a step of npm test; npm start need not check them again.
  typescript: { ignoreBuildErrors: true },
  async redirects() {
    return [
      { source: '/minha-empresa', destination: '/dashboard/minha-empresa', permanent: false },
      { source: '/produtividade', destination: '/dashboard/produtividade', permanent: false },
      { source: '/gemini', destination: '/dashboard/gemini', permanent: false },
      { source: '/dashboard/minha-empresa', destination: '/dashboard/minha-empresa/painel', permanent: false },
    ]
  },
  experimental: {
    serverActions: { bodySizeLimit: '2mb' },
    // Next's limit for a body that passes the middleware; a longer body is rejected before
    // (lib/identity/auth/request-guard.ts), or would be cut.
    proxyClientMaxBodySize: '2mb',
    // A second `next dev` on the first one's cache reloads every page without end ("HMR hash mismatch").
    turbopackFileSystemCacheForDev: false,
    // A build is whole each time: to write down what the next one could begin with takes a sixth of it, and 350 MB.
    turbopackFileSystemCacheForBuild: false,
  },
}

// The maps of a built server have no reader: they take a third of its files.
const built = { ...config, experimental: { ...config.experimental, turbopackSourceMaps: false } }

/** The plugin sets up a build; loading it to serve one brings a compiler into the web process. */
export default async function configure(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return config
  const { default: createNextIntlPlugin } = await import('next-intl/plugin')
  // Messages with parameters are compiled in the build: neither a page nor a browser parses them, or brings the parser.
  const messages = { path: './messages', format: 'json', locales: 'infer', precompile: true }
  const texts = createNextIntlPlugin({ requestConfig: './lib/core/i18n/request.ts', experimental: { messages } })
  if (phase !== PHASE_PRODUCTION_BUILD) return texts(config)
  const { iconModules } = await import('./scripts/icons.mjs')
  return texts({ ...built, turbopack: { resolveAlias: iconModules } })
}
