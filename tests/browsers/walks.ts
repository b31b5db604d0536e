import { newId } from '#base/db/ids.ts'
import { workItems } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { orderActionLabels } from '#features/orders/rules/order-actions.ts'
import { plans } from '#features/plans/rules/catalog.ts'
import { demoSmartlead } from '#vendors/smartlead/simulator/demo.ts'
import { codeOf, invitedStaff } from '../e2e/console/staff.ts'
import { delegate } from '../e2e/managing/vendors.ts'
import { freshLabel } from '../e2e/ordering/order-wizard.ts'
import { seedOrder } from '../e2e/product/seed-order.ts'
import { createPaidOrder } from '../server/paid-order.ts'
import type { Walker } from './walker.ts'

/** Where a walk is made. */
export interface Place {
  walker: Walker
  deps: Dependencies
  /** Somebody with no orders, who has not signed in. */
  customer: { id: string; email: string; password: string }
  /** A part of the walk, which has to end in time. */
  step: (name: string, act: () => Promise<unknown>) => Promise<void>
}

/** What people do most, and what browsers have differed in. */
export const walks: Record<string, (place: Place) => Promise<void>> = {
  'sign-in': async (place) => {
    const { walker, customer, step } = place
    await step('a wrong password is refused', async () => {
      await walker.goto('/signin')
      await walker.fill('Email', customer.email)
      await walker.fill('Password', 'Wrong.Horse.1')
      await walker.click('button', 'Sign in')
      await walker.sees('The email or password is not right.')
    })
    await signIn(place)
  },

  'order-and-back': async (place) => {
    const { walker, step } = place
    await signIn(place)
    await step('a plan is chosen', async () => {
      await walker.goto('/choose-plan')
      await walker.click('button', `Select ${plans.azure.name}`)
      await walker.isAt('/select-domains')
    })
    await step('two domains are found and added', async () => {
      await walker.click('radio', 'Purchase domains…')
      await walker.fill('Search for a domain', `${freshLabel()}.com`)
      await walker.click('button', 'Search')
      for (const count of [1, 2]) {
        await walker.click('button', 'Add …')
        await walker.sees(`${count} of 2`)
      }
      await walker.click('button', 'Continue to Domain Settings')
      await walker.isAt('/setup-domain-settings')
    })
    await step('the basics are saved', async () => {
      await walker.fill('Forwarding URL', 'example.com')
      await walker.fill('Company/Client name', 'Acme 42')
      await walker.click('button', 'Save & Continue')
      await walker.sees('Basic Configuration Saved')
    })
    await step('the sending tool is saved', async () => {
      await walker.click('radio', 'Other…')
      await walker.click('button', 'Save & Continue')
      await walker.sees('Email Tool Configuration Saved')
    })
    await step('a person is saved', async () => {
      await walker.fill('First Name…', 'Jane')
      await walker.fill('Last Name…', 'Doe')
      await walker.click('button', 'Add User')
      await walker.sees('Addresses on')
      await walker.click('button', 'Save & Continue')
      await walker.isAt('/review-order')
    })
    await step('the terms are accepted, and a payment page opens', async () => {
      await walker.tick('I accept the terms…')
      await toPayment(walker, 'Checkout with Stripe')
    })
    const { back } = walker.engine
    await step('Back finds the order with its entries, to be paid', async () => {
      if (!back) return
      await back()
      await walker.isAt('/review-order')
      for (const entry of ['Acme 42', 'Jane Doe']) await walker.sees(entry)
      await walker.finds('button', 'Checkout with Stripe')
      // A browser that has loaded the page anew asks again.
      await walker.tick('I accept the terms…')
      await toPayment(walker, 'Checkout with Stripe')
    })
    await step('it is paid for', async () => {
      await walker.click('button', 'Pay…')
      await walker.sees('Payment Successful!')
      await walker.isAt('/dashboard')
    })
  },

  'forwarding-and-replace': async (place) => {
    const { walker, deps, customer, step } = place
    const names = [`${freshLabel()}.com`, `${freshLabel()}.com`]
    const [original = ''] = names
    await createPaidOrder(deps, {
      customerId: customer.id,
      tool: 'other',
      names: { azure: names },
      mailboxesPerDomain: 2,
    })
    await signIn(place)
    const start = async (action: 'updateForwarding' | 'replaceDomains') => {
      await walker.tick('Select All…')
      await walker.click('button', orderActionLabels[action])
    }
    await step('the order is set up', () => walker.sees(/\b2 active\b/))
    await step('visitors are sent elsewhere', async () => {
      await start('updateForwarding')
      await walker.fill('New Forwarding Domain', 'example.org/offer')
      await walker.click('button', 'Update Forwarding Domain')
      await walker.sees('example.org/offer')
    })
    const own = `${freshLabel()}.dev`
    await delegate(deps, own, ['ns1.elsewhere.test', 'ns2.elsewhere.test'])
    const replace = async (way: string, name: string) => {
      await walker.click('radio', `${way}…`)
      await walker.click('button', `Replace ${original}`)
      await walker.fill(`New domain for ${original}`, name)
      await walker.click('button', 'Save')
      await walker.click('button', 'Replace 1 domain')
    }
    await step('a new domain is chosen, and a payment page opens', async () => {
      await walker.goto('/dashboard')
      await start('replaceDomains')
      await replace('Purchase new domains', `${freshLabel()}.com`)
      await toPayment(walker, 'Confirm Replacement')
    })
    await step('Back finds the dashboard, where the payment is discarded', async () => {
      await walker.engine.back?.()
      await walker.goto('/dashboard')
      await walker.sees('A replacement waits for payment')
      await walker.click('button', 'Discard')
      await walker.sees('Discard this replacement?')
      await walker.click('button', 'Discard')
      await walker.sees('The replacement was discarded.')
    })
    await step('an own domain takes its place', async () => {
      await walker.goto('/dashboard')
      await start('replaceDomains')
      await walker.click('button', `Remove the replacement of ${original}`)
      await replace('Use domains you own', own)
      await walker.click('button', 'Confirm Replacement')
      await walker.sees('Domains Replaced Successfully')
      await walker.sees(own)
    })
  },

  'details-and-copy': async (place) => {
    const { walker, deps, customer, step } = place
    const { groups } = await seedOrder(deps, customer.id, { groups: [{ tool: 'instantly' }] })
    await signIn(place)
    await step('they open', async () => {
      await walker.goto(`/dashboard?details=${groups[0]?.groupId}`)
      await walker.sees('my-username')
    })
    await step('a secret is shown', async () => {
      await walker.click('button', 'Show Password')
      await walker.sees('secret-password-of-instantly')
      await walker.click('button', 'Hide Password')
    })
    await step('a secret is copied that was not shown', async () => {
      await walker.click('button', 'Copy API Key')
      await walker.sees('Copied')
    })
  },

  'bulk-update': async (place) => {
    const { walker, step } = place
    await signIn(place)
    await step('accounts are loaded', async () => {
      await walker.goto(`/smartlead-bulk-update?domains=${demoSmartlead.domains[5].name}`)
      await walker.fill('JWT token', demoSmartlead.jwt)
      await walker.click('button', 'Fetch Accounts')
      await walker.sees(/Total number of all inboxes in Smartlead: \d{3}/)
      await walker.click('button', 'Fetch & Analyze Accounts')
      await walker.sees('accounts found matching the domains')
      await walker.click('button', 'This looks right')
    })
    await step('tags are updated', async () => {
      await walker.fill('Tags', freshLabel())
      await walker.click('button', 'Update Tags')
      await walker.click('button', 'Update 2…')
      await walker.sees(/(\d+) of \1 accounts have the new values\./)
    })
  },

  health: async (place) => {
    const { walker, step } = place
    await signIn({ ...place, customer: { id: '', email: 'demo@inboxyard.test', password: 'Inboxyard.1' } })
    await step('domains are listed by health', async () => {
      await walker.click('link', 'Health')
      await walker.isAt('/health')
      await walker.click('link', 'hiferncastle.com')
      await walker.sees('Listed by SURBL.')
    })
  },

  work: async (place) => {
    const { walker, deps, step } = place
    const subject = `${freshLabel()}.com`
    await deps.db.insert(workItems).values({
      id: newId('workItem'),
      kind: 'tool_upload',
      subject,
      instructions: `Do it for ${subject}.`,
      // Among the first rows: those that are far from the visible ones do not exist.
      createdAt: new Date(Date.now() - 86_400_000),
    })
    await step('an invitation is followed', async () => {
      await walker.goto((await invitedStaff(deps, 'support')).path)
      for (const label of ['New password', 'New password again']) await walker.fill(label, 'Console.Horse.1')
      await walker.click('button', 'Continue')
      const key = await walker.sees(/^(?:[A-Z2-7]{4} ?){4,}$/m)
      await walker.fill('Code', codeOf(key.replaceAll(' ', '')))
      await walker.click('button', 'Continue')
      await walker.tick('I have stored them')
      await walker.click('button', 'Continue')
      await walker.isAt('/operator')
    })
    await step('an item is answered', async () => {
      await walker.goto('/operator/work?kind=tool_upload')
      await walker.tick(`Choose Upload mailboxes: ${subject}`)
      await walker.sees('1 item chosen')
      await walker.click('button', 'Say that they are done')
      await walker.click('button', 'They are done')
      await walker.sees('1 answer noted')
    })
  },
}

async function signIn({ walker, customer, step }: Place): Promise<void> {
  await step('somebody signs in', async () => {
    await walker.goto('/signin')
    await walker.fill('Email', customer.email)
    await walker.fill('Password', customer.password)
    await walker.click('button', 'Sign in')
    await walker.isAt('/dashboard')
    await walker.sees('Welcome back')
  })
}

async function toPayment(walker: Walker, button: string): Promise<void> {
  await walker.click('button', button)
  await walker.sees('due now')
}
