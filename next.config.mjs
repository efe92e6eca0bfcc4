import createNextIntlPlugin from 'next-intl/plugin'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
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
  experimental: { serverActions: { bodySizeLimit: '2mb' } },
}

export default createNextIntlPlugin('./lib/i18n/request.ts')(config)
