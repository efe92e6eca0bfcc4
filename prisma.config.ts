import { defineConfig } from 'prisma/config'

// `npm run prisma` and `npm start` name the address; generating the client needs none.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations', seed: 'node --conditions=react-server --import tsx prisma/seed.ts' },
  datasource: { url: process.env.DATABASE_OWNER_URL ?? '' },
})
