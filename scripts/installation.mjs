import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDataFolder, root } from './data-folder.mjs'
import { externalUrls } from './database.mjs'
import { loadDotEnv } from './environment.mjs'
import { placeOf } from './postgres.mjs'

/** The data folder of the installation that the environment names. Throws where there is none: a command must not make an empty one. */
export function openInstallation() {
  loadDotEnv()
  const folder = resolve(root, process.env.MASCATE_DATA || '.data')
  const isExternal = Boolean(process.env.DATABASE_URL || process.env.DATABASE_OWNER_URL)
  const none = () =>
    new Error(
      `There is no installation in ${folder}. Is MASCATE_DATA, or DATABASE_OWNER_URL, set as it is for npm start?`,
    )
  if (!isExternal && !existsSync(join(folder, 'secrets.json'))) throw none()
  const data = openDataFolder()
  if (!externalUrls(process.env, data.secrets) && !existsSync(join(placeOf(data), 'PG_VERSION'))) throw none()
  return data
}
