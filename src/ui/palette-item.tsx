import { Command } from 'cmdk'
import type { ReactNode } from 'react'

interface PaletteItemProps {
  /** Tells it from all others. */
  id: string
  icon: ReactNode
  label: ReactNode
  /** What it belongs to, in less ink. */
  detail?: ReactNode
  onSelect: () => void
}

/** A line of the palette: what it is, and what it belongs to. */
export const PaletteItem = ({ id, icon, label, detail, onSelect }: PaletteItemProps) => (
  <Command.Item
    value={id}
    onSelect={onSelect}
    className="flex min-h-9 cursor-default items-center gap-2.5 rounded-control px-2.5 py-1.5 data-[selected=true]:bg-hover forced-colors:data-[selected=true]:outline-2 pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted"
  >
    {icon}
    <span className="min-w-0 truncate">{label}</span>
    {detail && (
      <span className="ml-auto min-w-0 shrink-[4] truncate text-muted text-secondary">{detail}</span>
    )}
  </Command.Item>
)

/** Lines of one kind under their heading. */
export const PaletteGroup = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Command.Group
    heading={heading}
    className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-label [&_[cmdk-group-heading]]:text-muted"
  >
    {children}
  </Command.Group>
)
