import type { AccountCapacity } from '#features/capacity/api/console-capacity.ts'
import { roomColumns } from '#features/capacity/console/capacity-columns.tsx'
import { accountPath } from '#ui/console/operator-paths.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Our accounts at mailbox hosts, and when the first of their rooms is full. */
export const CapacityTable = ({ accounts }: { accounts: readonly AccountCapacity[] }) =>
  accounts.length === 0 ? (
    <EmptyState title="There is no account at a mailbox host">
      What a tenant or a Google account needs is in the guide to going live. It is added under Capacity, or on
      the command line.
    </EmptyState>
  ) : (
    <ConsoleTable
      label="Room at mailbox hosts"
      rows={accounts}
      keyOf={({ id }) => id}
      columns={roomColumns}
      hrefOf={({ id }) => accountPath(id)}
    />
  )
