import type { Locator, Page } from '@playwright/test'
import {
  type PlanId,
  type Platform,
  plans,
  platformContents,
  requiredDomains,
} from '#features/plans/rules/catalog.ts'
import { type SendingToolId, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { workspaceOf } from '#vendors/instantly/simulator/workspace-of.ts'
import { letters, workerLetters } from '../product/letters.ts'
import { expect } from '../product/test.ts'

let names = 0
/** A label that nobody has a domain of; its usual variants are free too. */
export const freshLabel = (): string =>
  `zq${workerLetters}${letters(Date.now() % 100_000_000)}${letters(++names)}`

export interface Credentials {
  fields: Record<string, string>
  /** A stored secret among them, by its label. */
  secret: { label: string; value: string }
}

const consent =
  'https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=8f1c&response_type=code&scope=offline_access'
/** What each tool is connected with, for a plan on both platforms. */
export const credentials: Record<Exclude<SendingToolId, 'other'>, Credentials> = {
  instantly: {
    fields: {
      Username: 'ops@acme.test',
      Password: 'Secret-1',
      Workspace: workspaceOf('instantly-key-1').name,
      'API Key': 'instantly-key-1',
    },
    secret: { label: 'API Key', value: 'instantly-key-1' },
  },
  smartlead: {
    fields: {
      Username: 'ops@acme.test',
      Password: 'Secret-2',
      'API Key': 'smartlead-key-2',
      'OAuth Link': consent,
    },
    secret: { label: 'OAuth Link', value: consent },
  },
  bison: {
    fields: {
      URL: 'https://send.acme.test/login',
      Username: 'ops@acme.test',
      Password: 'Secret-3',
      Workspace: 'Main',
      'API Key': 'bison-key-3',
      'App ID': 'app-7',
    },
    secret: { label: 'Password', value: 'Secret-3' },
  },
}

/** A customer in the wizard. Counts what they do: presses, choices, and fields they fill. */
export class OrderWizard {
  readonly page: Page
  interactions = 0

  constructor(page: Page) {
    this.page = page
  }

  async press(target: Locator): Promise<void> {
    this.interactions += 1
    await target.click()
  }
  async fill(target: Locator, text: string): Promise<void> {
    this.interactions += 1
    await target.fill(text)
  }
  button = (name: string | RegExp, within: Page | Locator = this.page): Locator =>
    within.getByRole('button', { name, exact: typeof name === 'string' })

  async choosePlan(plan: PlanId): Promise<void> {
    await this.page.goto('/choose-plan')
    const card = this.page.getByRole('region', { name: plans[plan].name, exact: true })
    await this.press(card.getByRole('button', { name: `Select ${plans[plan].name}` }))
    await expect(this.page).toHaveURL('/select-domains')
  }

  chooseOption = (option: 'purchase' | 'own') =>
    this.press(
      this.page.getByRole('radio', {
        name: option === 'purchase' ? 'Purchase domains' : 'Use domains you own',
      }),
    )

  /** Opens a section that is closed. */
  async open(title: string): Promise<void> {
    const section = this.page.getByRole('button', { name: new RegExp(`^${title}`) })
    if ((await section.getAttribute('aria-expanded')) !== 'true') await this.press(section)
  }

  async search(text: string): Promise<void> {
    await this.fill(this.page.getByLabel('Search for a domain'), text)
    await this.press(this.button('Search'))
  }
  cart = (platform: Platform): Locator =>
    this.page.getByRole('region', { name: new RegExp(`: ${platformContents[platform].name}$`) })
  /** The names chosen for a platform, as the page lists them. */
  chosen = async (platform: Platform): Promise<string[]> =>
    (
      await this.cart(platform)
        .getByRole('button', { name: /^Remove / })
        .all()
    ).length === 0
      ? []
      : this.cart(platform)
          .getByRole('button', { name: /^Remove / })
          .evaluateAll((buttons) =>
            buttons.map((button) => button.getAttribute('aria-label')?.slice(7) ?? ''),
          )

  /** Searches and adds until the cart of a platform is full. */
  async buy(platform: Platform, count: number): Promise<void> {
    await this.open(`${platformContents[platform].name} Domains`)
    const meter = this.cart(platform).getByText(/^\d+ of \d+$/)
    let added = 0
    while (added < count) {
      await this.search(`${freshLabel()}.com`)
      const adds = this.page.getByRole('button', { name: /^Add / })
      await expect(this.page.getByRole('list', { name: 'Search results' })).toBeVisible()
      await expect(this.page.getByText('checking', { exact: true })).toHaveCount(0, { timeout: 30_000 })
      for (let left = await adds.count(); left > 0 && added < count; left--) {
        await this.press(adds.first())
        await expect(meter).toHaveText(`${++added} of ${count}`)
      }
    }
  }

  async bring(platform: Platform, domains: readonly string[]): Promise<void> {
    await this.open(`${platformContents[platform].name} Domains`)
    await this.press(this.page.getByRole('tab', { name: 'Several domains' }))
    await this.fill(this.page.getByLabel('Your domains, one per line'), domains.join('\n'))
    await this.press(this.button('Add Domains'))
    await expect(this.cart(platform).getByText(`${domains.length} of ${domains.length}`)).toBeVisible()
  }

  async confirmNameServers(): Promise<void> {
    await this.open('DNS Pointing Instructions')
    await this.press(this.button('I have completed the instructions above'))
    await expect(this.button('Instructions Completed')).toBeVisible()
  }

  /** Step 2 as a whole. Bought names unless `own`. */
  async selectDomains(plan: PlanId, { own = false } = {}): Promise<void> {
    if (plan !== 'premium') await this.chooseOption(own ? 'own' : 'purchase')
    const required = requiredDomains(plan, 1)
    for (const platform of ['azure', 'google'] as const) {
      if (required[platform] === 0) continue
      if (own)
        await this.bring(
          platform,
          Array.from({ length: required[platform] }, () => `${freshLabel()}.dev`),
        )
      else await this.buy(platform, required[platform])
    }
    if (own) await this.confirmNameServers()
    await this.press(this.button('Continue to Domain Settings'))
    await expect(this.page).toHaveURL('/setup-domain-settings')
  }

  saveStep = () => this.press(this.button('Save & Continue'))

  async saveBasics(url = 'example.com', companyName = 'Acme 42'): Promise<void> {
    await this.fill(this.page.getByLabel('Forwarding URL'), url)
    await this.fill(this.page.getByLabel('Company/Client name'), companyName)
    await this.saveStep()
    await expect(this.page.getByText('Basic Configuration Saved')).toBeVisible()
  }

  async saveTool(tool: SendingToolId): Promise<void> {
    await this.press(this.page.getByRole('radio', { name: sendingToolNames[tool] }))
    if (tool !== 'other')
      for (const [label, value] of Object.entries(credentials[tool].fields)) {
        const field = this.page.getByLabel(label, { exact: true })
        if (await field.isVisible()) await this.fill(field, value)
      }
    await this.saveStep()
    // Nothing answers at the host that is named above, so that its credentials cannot be tried.
    if (tool === 'bison') await this.press(this.button('Save anyway'))
    await expect(this.page.getByText('Email Tool Configuration Saved')).toBeVisible()
  }

  async addPerson(first: string, last: string): Promise<void> {
    await this.fill(this.page.getByLabel('First name'), first)
    await this.fill(this.page.getByLabel('Last name'), last)
    await this.press(this.button('Add User'))
  }

  async savePeople(...people: readonly [first: string, last: string][]): Promise<void> {
    for (const [first, last] of people) {
      await this.addPerson(first, last)
      await expect(this.button(`Remove ${first} ${last}`)).toBeVisible()
    }
    await this.saveStep()
    await expect(this.page).toHaveURL('/review-order')
    // The address comes first, and the page that is left stands for another moment.
    await expect(this.page.getByRole('heading', { name: 'Review Your Order' })).toBeVisible()
  }

  /** Step 3 as a whole, which ends on the review. */
  async saveSettings(
    tool: SendingToolId = 'other',
    people: readonly [string, string][] = [['Jane', 'Doe']],
  ): Promise<void> {
    await this.saveBasics()
    await this.saveTool(tool)
    await this.savePeople(...people)
  }

  acceptTerms = () =>
    this.press(this.page.getByRole('checkbox', { name: 'I accept the terms and the acceptable use policy' }))

  /** From the review to the payment page. */
  async checkOut(): Promise<void> {
    await this.acceptTerms()
    await this.press(this.button('Checkout with Stripe'))
    await expect(this.page).toHaveURL(/\/pay\/cs_/, { timeout: 30_000 })
  }

  /** On the payment page. */
  onPaymentPage = (action: 'Pay' | 'Decline' | 'Cancel') => this.press(this.button(action))

  async expectPaid(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({
      timeout: 30_000,
    })
    await expect(this.page).toHaveURL(/\/dashboard/)
  }

  /** Everything up to the review. */
  async prepare(plan: PlanId, { own = false, tool = 'other' as SendingToolId } = {}): Promise<void> {
    await this.choosePlan(plan)
    await this.selectDomains(plan, { own })
    await this.saveSettings(tool)
  }
}
