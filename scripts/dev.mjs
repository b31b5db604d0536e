// npm run dev: pages straight from their sources, the server started again at every change.
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { serve } from './lib/serve.mjs'
import { servePages } from './lib/serve-pages.mjs'

main(async () => {
  await ensureInstalled()
  const pages = servePages()
  process.env.PUBLIC_URL ||= pages.url
  const code = await serve({ watching: true })
  pages.stop()
  return code
})
