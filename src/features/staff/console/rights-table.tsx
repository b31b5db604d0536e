import { Check, Minus } from 'lucide-react'
import { mayStaff, staffRights, staffRoleNames, staffRoles } from '#base/access.ts'
import { keysOf } from '#base/records/keys-of.ts'

const name = 'Rights of each role'
/** What scrolls has to be reached by keyboard. */
const reached = { role: 'region', 'aria-label': name, tabIndex: 0 }

/** What every role may do, as the product's own table has it. Scrolls sideways where it is narrow. */
export const RightsTable = () => (
  <div {...reached} className="relative mt-4 overflow-x-auto -outline-offset-2">
    <table aria-label={name} className="w-full min-w-[34rem] text-left text-secondary">
      <thead className="text-label text-muted">
        <tr>
          <th scope="col" className="py-2 pr-4 font-medium max-md:w-40">
            Right
          </th>
          {staffRoleNames.map((role) => (
            <th
              key={role}
              scope="col"
              title={staffRoles[role].about}
              className="px-2 py-2 text-center font-medium"
            >
              {staffRoles[role].title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-line border-t">
        {keysOf(staffRights).map((right) => (
          <tr key={right}>
            <th scope="row" className="min-w-40 py-2 pr-4 font-normal">
              {staffRights[right]}
            </th>
            {staffRoleNames.map((role) => (
              <td key={role} className="px-2 py-2">
                <Mark has={mayStaff(role, right)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Mark = ({ has }: { has: boolean }) => (
  <span className="flex justify-center">
    {has ? <Check className="text-success" /> : <Minus className="text-muted" />}
    <span className="sr-only">{has ? 'Yes' : 'No'}</span>
  </span>
)
