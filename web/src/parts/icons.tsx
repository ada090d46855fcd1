import type { ReactNode } from 'react'
import styles from './icons.module.css'

function icon(shape: ReactNode) {
  return function Icon({ size = 18 }: { size?: number }) {
    return (
      <svg
        className={styles.icon}
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {shape}
      </svg>
    )
  }
}

export const KeyIcon = icon(
  <>
    <circle cx="8" cy="15" r="4.5" />
    <path d="m11.2 11.8 8.3-8.3M16 7l3 3M13.5 9.5l2 2" />
  </>,
)
export const WebhookIcon = icon(<path d="M4 12h4l3-7 3 14 3-7h3" />)
export const UsageIcon = icon(<path d="M5 20v-6M12 20V9M19 20V4" />)
export const ExploreIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m20 20-4.3-4.3" />
  </>,
)
export const ListIcon = icon(<path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01" />)
export const AlertIcon = icon(<path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15L6 16ZM10 20.5a2 2 0 0 0 4 0" />)
export const TeamIcon = icon(
  <>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M2.5 20c.6-3.6 3.2-5.5 6.5-5.5s5.9 1.9 6.5 5.5M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.9c1.9.8 3.1 2.5 3.5 5.1" />
  </>,
)
export const WindowIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5l3.5 2" />
  </>,
)
export const TodayIcon = icon(<path d="M4 5h16v15H4ZM4 9.5h16M8.5 3v4M15.5 3v4M8.5 14.5l2.5 2.5 4.5-4.5" />)
export const MoreIcon = icon(
  <>
    <circle cx="5" cy="12" r="0.8" />
    <circle cx="12" cy="12" r="0.8" />
    <circle cx="19" cy="12" r="0.8" />
  </>,
)
export const UsefulIcon = icon(
  <path d="M7 10.5v9H4.5v-9H7Zm0 0 4-7a2 2 0 0 1 2 2V9h5a1.8 1.8 0 0 1 1.8 2.1l-1.2 7a1.8 1.8 0 0 1-1.8 1.4H7" />,
)
export const WrongIcon = icon(
  <path d="M7 13.5v-9H4.5v9H7Zm0 0 4 7a2 2 0 0 0 2-2V15h5a1.8 1.8 0 0 0 1.8-2.1l-1.2-7a1.8 1.8 0 0 0-1.8-1.4H7" />,
)
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const DocsIcon = icon(<path d="M5 4.5h9.5L19 9v10.5H5ZM14 4.5V9.5h5M8.5 13h7M8.5 16.5h5" />)
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />)
export const ChevronIcon = icon(<path d="m8 10 4-4 4 4M8 14l4 4 4-4" />)
export const BackIcon = icon(<path d="m14 6-6 6 6 6" />)
