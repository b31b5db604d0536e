import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface TabsProps<Value extends string> {
  /** What the tabs choose between, for those who cannot see them. */
  label: string
  value: Value
  onValueChange: (value: Value) => void
  tabs: readonly { value: Value; label: ReactNode; icon?: ReactNode }[]
  className?: string
  /** `TabPanel`s. */
  children: ReactNode
}

/** A few views of one thing, one at a time. */
export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  tabs,
  className,
  children,
}: TabsProps<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onValueChange(next as Value)} className={className}>
      <Radix.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto rounded-control bg-sunken p-1 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cx(
              'inline-flex h-7 grow items-center justify-center gap-2 whitespace-nowrap rounded-mark px-3 font-medium text-muted text-secondary transition-[background-color,color] hover:text-text pointer-coarse:h-9',
              'data-[state=active]:bg-raised data-[state=active]:text-text data-[state=active]:shadow-float',
            )}
          >
            {tab.icon}
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}

export function TabPanel({
  value,
  className,
  children,
}: {
  value: string
  className?: string
  children: ReactNode
}) {
  return (
    <Radix.Content value={value} className={cx('mt-5 rounded-control', className)}>
      {children}
    </Radix.Content>
  )
}
