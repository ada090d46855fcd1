import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'

const Context = createContext<(text: string) => void>(() => {})
const SHOWN_MS = 3_500

export const useToast = () => useContext(Context)

/** Short news of what was just done. Said to screen readers, gone by itself; nothing that must be read stands here. */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly { id: number; text: string }[]>([])
  const next = useRef(0)
  const show = useCallback((text: string) => {
    const id = next.current++
    setShown((before) => [...before.slice(-2), { id, text }])
    setTimeout(() => setShown((before) => before.filter((each) => each.id !== id)), SHOWN_MS)
  }, [])
  return (
    <Context value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {shown.map(({ id, text }) => (
          <div key={id} className="toast">
            {text}
          </div>
        ))}
      </div>
    </Context>
  )
}
