import {
  CreditCard,
  HeartPulse,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  LogOut,
  Mails,
  Plus,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { toolPages } from '#ui/frame/navigation.tsx'
import { ToolGlyph } from '#ui/tool-glyph.tsx'

interface PalettePage {
  label: string
  icon: ReactNode
  to: string
}

/** The pages that can be gone to from anywhere. */
export const palettePages: readonly PalettePage[] = [
  { label: 'Dashboard', icon: <LayoutDashboard />, to: '/dashboard' },
  { label: 'Health', icon: <HeartPulse />, to: '/health' },
  { label: 'Tasks', icon: <ListChecks />, to: '/tasks' },
  { label: 'Place New Order', icon: <Plus />, to: '/choose-plan' },
  { label: 'Plan by volume', icon: <Mails />, to: '/plan-by-volume' },
  ...toolPages.map(({ to, tool, label }) => ({ label, icon: <ToolGlyph tool={tool} />, to })),
  { label: 'Account', icon: <UserRound />, to: '/account' },
  { label: 'Reset Password', icon: <KeyRound />, to: '/reset-password' },
]

/** What can be done about the account from anywhere. */
export const accountCommands = [
  { id: 'portal', label: 'Payment Portal', icon: <CreditCard /> },
  { id: 'logout', label: 'Logout', icon: <LogOut /> },
] as const
