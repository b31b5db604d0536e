import type { Plugin } from 'vite'

/** Vite's own module, which every `import()` of the build goes through. */
const helper = '\0vite/preload-helper.js'

/**
 * Has the files of a part be fetched before they are imported. A browser may keep for good that a module could not be
 * fetched (Chromium does since version 150): whoever was offline for a moment could never open the part again without
 * loading the page anew. A fetch that fails can be repeated, and what it has fetched is in the browser's cache when it
 * is imported. Parts that need the same file at once wait for one fetch of it, until half a minute passes without a byte
 * of any: a slow line brings them late, and what never answers is asked for anew by whoever wants it next.
 */
export function fetchFirst(): Plugin {
  return {
    name: 'fetch-first',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === helper ? code : null),
  }
}

/** `load` is written as `() => import("./file.js")`; `files` names what that needs, and not itself where it needs nothing. */
const code = `
/* By address: what is here, and what is on its way. */
const gets = new Map()
const style = (href, signal) => new Promise((resolve, reject) => {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  link.onload = resolve
  link.onerror = signal.onabort = () => { link.remove(); reject(new Error(href)) }
  document.head.append(link)
})
const script = async (href, signal) => {
  const answer = await fetch(href, { signal })
  if (!answer.ok) throw new Error(href)
  heard()
  for (const reader = answer.body.getReader(); !(await reader.read()).done; ) heard()
}
/* What waits to be ended when nothing arrives: a byte of any file is a sign of life for all that share the line. */
const waiting = new Set()
const heard = () => { for (const wait of waiting) wait() }
const get = (href) => {
  if (!gets.has(href)) {
    if (document.querySelector('[src="' + href + '"],[href="' + href + '"]')) return
    const limit = new AbortController()
    let timer
    const wait = () => { clearTimeout(timer); timer = setTimeout(() => limit.abort(), 30_000) }
    wait()
    waiting.add(wait)
    const end = () => { waiting.delete(wait); clearTimeout(timer) }
    const way = (href.endsWith('.css') ? style(href, limit.signal).then(heard) : script(href, limit.signal)).finally(end)
    gets.set(href, way)
    way.catch(() => gets.delete(href))
  }
  return gets.get(href)
}
export const __vitePreload = async (load, files = []) => {
  const own = /import\\(.\\.\\/([\\w-]+\\.js)/.exec(load)
  try {
    await Promise.all([...new Set([...files, ...(own ? ['assets/' + own[1]] : [])])].map((file) => get('/' + file)))
    return await load()
  } catch (error) {
    dispatchEvent(new Event('vite:preloadError'))
    throw error
  }
}`
