// Forms post their values as JSON to the sandbox; then the page is read again in place.
const status = document.querySelector('[role=status]')
const every = 3000
let clearing

function say(text, isBad) {
  status.textContent = text
  status.className = isBad ? 'status bad' : 'status'
  clearTimeout(clearing)
  if (!isBad) {
    clearing = setTimeout(() => {
      status.textContent = ''
    }, 2500)
  }
}

async function refresh() {
  const answer = await fetch(location.href)
  if (!answer.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const focused = document.activeElement
  const way = wayTo(focused)
  const open = openSections()
  for (const section of fresh.querySelectorAll('details.section')) section.open = open.has(section.id)
  for (const part of ['.sections', '.side', '.top time']) {
    const present = document.querySelector(part)
    const next = fresh.querySelector(part)
    if (present && next && present.innerHTML !== next.innerHTML) present.innerHTML = next.innerHTML
  }
  search()
  if (!focused?.isConnected) focusBy(way)
}

/** How to find again what has the focus, once the page was read again: its section and, in it, what it does. */
function wayTo(element) {
  const section = element?.closest('.section')
  if (!section) return undefined
  const form = element.closest('form')
  return {
    section: section.id,
    path: form?.dataset.path,
    values: form?.dataset.values,
    text: element.textContent,
  }
}

/** The same button; where that is gone, the title of its section. */
function focusBy(way) {
  const section = way && document.getElementById(way.section)
  if (!section) return
  const same = [...section.querySelectorAll('button, summary, a')].find((element) => {
    const form = element.closest('form')
    return (
      element.textContent === way.text &&
      form?.dataset.path === way.path &&
      form?.dataset.values === way.values &&
      element.checkVisibility()
    )
  })
  ;(same ?? section.querySelector('summary')).focus()
}

/** Which sections were open before words were searched. */
let openBefore

const openSections = () =>
  new Set([...document.querySelectorAll('details.section[open]')].map(({ id }) => id))

/** Shows the sections in which the words stand, opened; all of them, as they were folded, without words. */
function search() {
  const words = (document.querySelector('.search')?.value ?? '').trim().toLowerCase()
  if (words) openBefore ??= openSections()
  for (const section of document.querySelectorAll('details.section')) {
    const isFound = section.textContent.toLowerCase().includes(words)
    section.hidden = !isFound
    if (words && isFound) section.open = true
    else if (!words && openBefore) section.open = openBefore.has(section.id)
  }
  if (!words) openBefore = undefined
  const nothing = document.querySelector('.nothing')
  if (nothing) nothing.hidden = document.querySelector('details.section:not([hidden])') !== null
}

document.querySelector('.search')?.addEventListener('input', search)

/** A link to a section opens it. */
function openLinked() {
  const section = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (section?.matches('details.section')) section.open = true
}
window.addEventListener('hashchange', openLinked)
openLinked()

function valuesOf(form) {
  const values = JSON.parse(form.dataset.values)
  for (const field of form.elements) {
    if (!field.name) continue
    if (field.dataset.kind === 'lines') {
      values[field.name] = field.value
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    } else if (field.dataset.kind === 'number') {
      if (field.value !== '') values[field.name] = Number(field.value)
    } else if (field.value !== '') values[field.name] = field.value
  }
  return values
}

document.addEventListener('submit', async (event) => {
  const form = event.target
  if (!form.dataset.path) return
  event.preventDefault()
  if (form.dataset.ask && !confirm(form.dataset.ask)) return
  const button = form.querySelector('button')
  const isTyped = form.closest('details.form')
  if (form.ariaBusy) return
  form.ariaBusy = 'true'
  try {
    const answer = await fetch(form.dataset.path, {
      method: form.dataset.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(valuesOf(form)),
    })
    const body = await answer.json().catch(() => ({}))
    if (answer.ok) {
      say(`${button.textContent.trim()}: done`)
      // What was typed is done with: the focus goes to the button that opens it.
      if (isTyped) {
        isTyped.open = false
        isTyped.querySelector('summary').focus()
      }
      await refresh()
    } else say(body.message ?? `The sandbox answered ${answer.status}.`, true)
  } catch {
    say('The sandbox cannot be reached.', true)
  } finally {
    form.ariaBusy = null
  }
})

// What happens in the product is seen here without reloading, unless someone is filling in a form.
let seen = ''
setInterval(async () => {
  if (document.hidden || document.querySelector('details.form[open]')) return
  try {
    const state = await (await fetch('/_console/state')).text()
    if (state !== seen) await refresh()
    seen = state
  } catch {
    // The sandbox is away; the page stays as it is.
  }
}, every)
