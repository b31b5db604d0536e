// npm start: makes everything that is missing, then runs the product until it is stopped.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { serve } from './lib/serve.mjs'

main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return serve()
})
