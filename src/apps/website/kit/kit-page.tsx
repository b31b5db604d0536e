import { Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/menu.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { PlatformGlyph } from '#ui/platform-glyph.tsx'
import { SecretField } from '#ui/secret-field.tsx'
import { Select } from '#ui/select.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.ts'
import { ToolGlyph } from '#ui/tool-glyph.tsx'
import { Tooltip, TooltipProvider } from '#ui/tooltip.tsx'
import { Glyph, Wordmark } from '#ui/wordmark.tsx'
import { DataSection } from './data-section.tsx'
import { OverlaysSection } from './overlays-section.tsx'
import { Row, Section } from './section.tsx'

function ActionsSection() {
  const [isLoading, setLoading] = useState(false)
  const [tab, setTab] = useState<'one' | 'two'>('one')
  return (
    <Section title="Actions">
      <Row>
        <Button variant="primary">Primary</Button>
        <Button>Secondary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Danger</Button>
        <ButtonLink to="/dashboard" icon={<Plus />}>
          A link
        </ButtonLink>
      </Row>
      <Row>
        <Button size="small" icon={<RefreshCw />}>
          Small
        </Button>
        <Button variant="primary" loading>
          Loading
        </Button>
        <Button variant="primary" loading loadingText="Processing Order...">
          Checkout
        </Button>
        <Button loading={isLoading} onClick={() => setLoading(true)}>
          Press to load
        </Button>
        <Button unavailable="Please select at least one order to update forwarding.">
          Update Forwarding
        </Button>
      </Row>
      <Row>
        <Button onClick={() => toast.success('Login successful')}>Success</Button>
        <Button onClick={() => toast.error('An error occurred', { description: 'Request 4f2a19' })}>
          Error
        </Button>
        <Button onClick={() => toast.info('The search might take around a minute.')}>Info</Button>
        <Button onClick={() => toast.warning('You are updating 24 domains.')}>Warning</Button>
      </Row>
      <Row>
        <Menu align="start" trigger={<Button>Menu</Button>}>
          <MenuLabel>3 domains</MenuLabel>
          <MenuItem icon={<RefreshCw />}>Replace 3 domains</MenuItem>
          <MenuItem unavailable="This option is only available for cancelled orders.">Reinstate</MenuItem>
          <MenuSeparator />
          <MenuItem danger>Cancel order</MenuItem>
        </Menu>
        <Tooltip content="15 minutes per mailbox and 30 per domain">
          <Button variant="quiet">Tooltip</Button>
        </Tooltip>
        <CopyButton value="ns1.example.com" label="Copy name server" />
      </Row>
      <Tabs
        label="Sending tool"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'one', label: 'Instantly' },
          { value: 'two', label: 'Smartlead' },
        ]}
      >
        <TabPanel value="one">Username, password and workspace.</TabPanel>
        <TabPanel value="two">An API key.</TabPanel>
      </Tabs>
    </Section>
  )
}

function FieldsSection() {
  const [error, setError] = useState<string>()
  const [isChecked, setChecked] = useState<boolean | 'indeterminate'>('indeterminate')
  const [tool, setTool] = useState<'instantly' | 'smartlead' | ''>('')
  return (
    <Section title="Fields">
      <Field label="Forwarding domain" hint="Where visitors of your domains are sent." error={error}>
        <Input placeholder="example.com" />
      </Field>
      <Button size="small" onClick={() => setError(error ? undefined : 'Please enter a forwarding URL')}>
        {error ? 'Clear the error' : 'Show an error'}
      </Button>
      <Field label="Password" aside="8 characters or more">
        <PasswordInput autoComplete="off" />
      </Field>
      <Field label="Domains" hint="One per line">
        <Textarea />
      </Field>
      <Field label="Sending tool">
        <Select
          value={tool}
          onValueChange={setTool}
          placeholder="Select a tool"
          options={[
            { value: 'instantly', label: 'Instantly' },
            { value: 'smartlead', label: 'Smartlead' },
          ]}
        />
      </Field>
      <Checkbox checked={isChecked} onCheckedChange={setChecked}>
        Select All (12)
      </Checkbox>
      <SecretField
        label="API key"
        masked="••••••••4f2a"
        reveal={async () => 'sk_sample_0123456789abcdef4f2a'}
      />
      <Alert>Failed to fetch order data. Using default values.</Alert>
      <Alert
        tone="warning"
        title="Waiting for your name servers"
        action={<Button size="small">Check now</Button>}
      >
        Point kernel.example to the four servers above.
      </Alert>
      <Alert tone="success">Order successfully reinstated! Redirecting to checkout page</Alert>
    </Section>
  )
}

const surfaces = ['bg-page', 'bg-surface', 'bg-raised', 'bg-sunken', 'bg-hover', 'bg-primary', 'bg-accent']

function TokensSection() {
  return (
    <Section title="Tokens">
      <Row>
        {surfaces.map((surface) => (
          <span key={surface} className="text-label text-muted">
            <span className={`mb-1 block h-10 w-16 rounded-control border border-line ${surface}`} />
            {surface.slice(3)}
          </span>
        ))}
      </Row>
      <div>
        <p className="text-figure tabular-nums">1,284.5</p>
        <p className="text-page-title">Page title</p>
        <p className="text-card-title">Card title</p>
        <p>Body text, in which most things are said.</p>
        <p className="text-muted text-secondary">Secondary text, for what explains.</p>
        <p className="text-label text-muted">Label text</p>
        <p className="font-mono text-secondary">v=spf1 include:_spf.example.com ~all</p>
        <p>
          Text with{' '}
          <a href="#content" className="link">
            a link in it
          </a>
          .
        </p>
      </div>
      <Row>
        <Glyph className="size-8" />
        <Glyph />
        <Glyph className="size-4" />
        <PlatformGlyph platform="azure" />
        <PlatformGlyph platform="google" />
        {sendingToolIds.map((tool) => (
          <ToolGlyph key={tool} tool={tool} named />
        ))}
      </Row>
    </Section>
  )
}

/** Every part of the kit in every state, for those who build with it. */
export function KitPage() {
  return (
    <TooltipProvider>
      <main className="mx-auto max-w-content px-gutter py-10">
        <Wordmark />
        <h1 className="mt-6 text-page-title">The kit</h1>
        <p className="mt-1 text-muted">
          What pages are made of. Nothing outside these parts and their tokens should be needed.
        </p>
        <div className="mt-10 grid gap-x-8 gap-y-12 lg:grid-cols-2">
          <TokensSection />
          <ActionsSection />
          <FieldsSection />
          <DataSection />
          <OverlaysSection />
        </div>
      </main>
    </TooltipProvider>
  )
}
export { KitPage as Component }
