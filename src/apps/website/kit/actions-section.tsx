import { Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/menu.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.ts'
import { Tooltip } from '#ui/tooltip.tsx'
import { Row, Section } from './section.tsx'

export function ActionsSection() {
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
