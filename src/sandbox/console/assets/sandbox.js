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
  for (const part of ['main', '.side', '.top time']) {
    const present = document.querySelector(part)
    const next = fresh.querySelector(part)
    if (present && next && present.innerHTML !== next.innerHTML) present.innerHTML = next.innerHTML
  }
}

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
  button.disabled = true
  try {
    const answer = await fetch(form.dataset.path, {
      method: form.dataset.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(valuesOf(form)),
    })
    const body = await answer.json().catch(() => ({}))
    if (answer.ok) {
      say(`${button.textContent.trim()}: done`)
      form.closest('details')?.removeAttribute('open')
      await refresh()
    } else say(body.message ?? `The sandbox answered ${answer.status}.`, true)
  } catch {
    say('The sandbox cannot be reached.', true)
  } finally {
    button.disabled = false
  }
})

// What happens in the product is seen here without reloading, unless somebody is filling in a form.
let seen = ''
setInterval(async () => {
  if (document.hidden || document.querySelector('details.form[open]')) return
  if (document.activeElement?.closest('main')) return
  try {
    const state = await (await fetch('/_console/state')).text()
    if (state !== seen) await refresh()
    seen = state
  } catch {
    // The sandbox is away; the page stays as it is.
  }
}, every)
