// npm run build: what `npm start` runs, built ahead of it, for an image or a release.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'

main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return 0
})
