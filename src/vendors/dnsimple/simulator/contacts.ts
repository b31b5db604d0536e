import { Hono } from 'hono'
import { fieldsOf } from '#vendors/sandbox/json-body.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { createAccount, type DnsimpleAccount } from './account.ts'
import { invalid, paged, presentContact, Refusal } from './answers.ts'
import { type DnsimpleOwner, dnsimpleAccounts } from './demo.ts'
import type { StoredContact } from './stored.ts'

const required = [
  'first_name',
  'last_name',
  'address1',
  'city',
  'state_province',
  'postal_code',
  'country',
  'email',
  'phone',
] as const
const optional = ['label', 'organization_name', 'job_title', 'address2', 'fax'] as const

export function createContactRoutes(world: World, account: DnsimpleAccount, owner: DnsimpleOwner): Hono {
  const present = (contact: StoredContact) => presentContact(contact, owner.accountId)
  const find = (id: string) => {
    const contact = account.contacts.get(id)
    if (!contact) throw new Refusal(404, `Contact \`${id}\` not found`)
    return contact
  }

  return new Hono()
    .get('/contacts', (c) => paged(c, account.contacts.list(), present))
    .get('/contacts/:id', (c) => c.json({ data: present(find(c.req.param('id'))) }))
    .post('/contacts', async (c) => {
      const contact = readContact(await c.req.json())
      const now = world.now()
      const id = world.store.next('dnsimple.contact')
      const stored = { ...contact, id, createdAt: now, updatedAt: now } as StoredContact
      account.contacts.put(String(id), stored)
      return c.json({ data: present(stored) }, 201)
    })
    .patch('/contacts/:id', async (c) => {
      const known = find(c.req.param('id'))
      const changed = readContact({ ...known, ...(await fieldsOf(c)) })
      const stored = { ...known, ...changed, updatedAt: world.now() }
      account.contacts.put(String(known.id), stored)
      return c.json({ data: present(stored) })
    })
    .delete('/contacts/:id', (c) => {
      const contact = find(c.req.param('id'))
      if (account.domains.list().some((domain) => domain.registrantId === contact.id))
        throw new Refusal(400, "The contact cannot be deleted because it's currently in use")
      account.contacts.delete(String(contact.id))
      return c.body(null, 204)
    })
}

function readContact(body: Record<string, unknown>): Partial<StoredContact> {
  const errors: Record<string, string[]> = {}
  const say = (field: string, problem: string) => {
    errors[field] = [...(errors[field] ?? []), problem]
  }
  for (const field of required)
    if (typeof body[field] !== 'string' || body[field] === '') say(field, "can't be blank")
  if (!/^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(String(body.email ?? '')))
    say('email', 'is an invalid email address')
  if (!/^\+?[\d .()-]{5,}$/.test(String(body.phone ?? ''))) say('phone', 'is probably not a phone number')
  if (body.organization_name && !body.job_title) say('job_title', "can't be blank")
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return Object.fromEntries([
    ...required.map((field) => [field, body[field]]),
    ...optional.map((field) => [field, body[field] ?? (field === 'label' ? '' : null)]),
  ])
}

/** The operator's contact in each account, made when it was opened. */
export function seedContacts(world: World): void {
  for (const owner of dnsimpleAccounts) seedContact(world, createAccount(world, owner.accountId), owner.email)
}

function seedContact(world: World, account: DnsimpleAccount, email: string): void {
  const now = world.now()
  const id = world.store.next('dnsimple.contact')
  account.contacts.put(String(id), {
    id,
    label: 'Operator',
    first_name: 'Robin',
    last_name: 'Operator',
    organization_name: 'Inboxyard Demo Ltd',
    job_title: 'Operations',
    address1: '1 Sample Street',
    address2: null,
    city: 'Springfield',
    state_province: 'Illinois',
    postal_code: '62701',
    country: 'US',
    phone: '+1 217 555 0100',
    fax: null,
    email,
    createdAt: now,
    updatedAt: now,
  })
}
