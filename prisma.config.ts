import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { defineConfig } from 'prisma/config'

// `npm run prisma` and `npm start` name the address, plain `npx prisma` finds it in `.env`; generating the client needs
// none. Variables of the environment take precedence.
if (existsSync('.env')) loadEnvFile('.env')
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations', seed: 'node --conditions=react-server --import tsx prisma/seed.ts' },
  datasource: { url: process.env.DATABASE_OWNER_URL ?? '' },
})
