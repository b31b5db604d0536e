import { toast } from 'sonner'

/** Short messages have a root of their own and outlast a page. */
export const endToasts = (): void => void toast.dismiss()
