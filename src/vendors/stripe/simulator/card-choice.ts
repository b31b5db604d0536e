import { html } from 'hono/html'
import type { CardBehaviour } from './account.ts'

const cards: Partial<Record<CardBehaviour, string>> = {
  works: 'Visa •••• 4242: always works',
  declines: 'Visa •••• 0341: declined when charged',
  always_asks: 'Visa •••• 3184: bank asks you to confirm every charge',
  asks_once: 'Visa •••• 3155: bank asks you to confirm once',
}

/** The test cards that the hosted pages take. */
export const cardChoice = () => html`<select name="card">
  ${Object.entries(cards).map(([behaviour, label]) => html`<option value="${behaviour}">${label}</option>`)}
</select>`
