import type { AccountCapacity } from '#shared/api/console/capacity.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { roomColumns } from '../capacity/capacity-columns.tsx'
import { accountPath } from '../operator-paths.ts'
import { ConsoleTable } from '../table/console-table.tsx'

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
