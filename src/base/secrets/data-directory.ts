import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../make-directory.ts'

/** The key file of a product that runs its own database, readable by its owner only. */
export const secretsKeyFile = (dataDir: string) => join(dataDir, 'secrets.key')
/** The database's home. */
export const databaseHome = (dataDir: string) => join(dataDir, 'postgres')
/** Says where the database's home is when it is not inside. */
export const databasePointer = (dataDir: string) => join(dataDir, 'postgres-location')

export const hasDatabase = (dataDir: string): boolean =>
  existsSync(databaseHome(dataDir)) || existsSync(databasePointer(dataDir))

/** Makes the data directory. Others may pass through it (root runs the database as another account), not list it. */
export function makeDataDir(dataDir: string): void {
  makeDirectory(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
}
