import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { domainStatuses } from '#features/orders/rules/order-status.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { DataList } from '#ui/data-list.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx'
import { StatusBadge, StatusWord } from '#ui/status-badge.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { Row, Section } from './section.tsx'

const rows = Array.from({ length: 1000 }, (_, index) => ({
  id: String(index),
  name: `order-${index + 1}.example`,
}))

export function DataSection() {
  const [selected, setSelected] = useState('0')
  return (
    <Section title="Data">
      <Row>
        {domainStatuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </Row>
      <Row>
        {domainStatuses.map((status) => (
          <StatusWord key={status} status={status} />
        ))}
        <Badge>2 spare</Badge>
      </Row>
      <ProgressBar label="Inboxes" value={31} max={50} valueText="31 of 50" />
      <ProgressBar label="Setup" value={3} max={5} segments={5} />
      <Stepper
        steps={[{ label: 'Choose plan', to: '/kit' }, { label: 'Select domains' }, { label: 'Review order' }]}
        current={2}
      />
      <Card flush>
        <DataList
          label="Orders"
          className="h-60"
          items={rows}
          keyOf={(row) => row.id}
          rowHeight={2.75}
          selected={selected}
          onSelect={(row) => setSelected(row.id)}
          renderRow={(row, isSelected) => (
            <div
              className={cx(
                'flex h-full items-center px-4',
                isSelected ? 'bg-accent-tint' : 'hover:bg-hover',
              )}
            >
              {row.name}
            </div>
          )}
        />
      </Card>
      <Card>
        <CardHeader
          title="Group"
          description="Still loading"
          actions={<Button size="small">Edit</Button>}
          level={3}
        />
        <div className="mt-4 flex gap-3">
          <Skeleton className="size-9" />
          <SkeletonText lines={2} className="grow" />
        </div>
      </Card>
      <Card flush>
        <EmptyState
          icon={<Inbox />}
          title="No orders found"
          action={<Button variant="primary">Place New Order</Button>}
        >
          Place your first order to get started
        </EmptyState>
      </Card>
    </Section>
  )
}
