/** The logo: a gate between two posts, with water flowing beneath. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" fill="none">
      <rect width="24" height="24" rx="5" fill="var(--mark, #0b6b8a)" />
      <path d="M6 5v14M18 5v14" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <path d="M9.5 6h5v5.5h-5z" fill="#fff" />
      <path
        d="M8.5 15.5c1.2-1 2.3-1 3.5 0s2.3 1 3.5 0"
        stroke="#fff"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
  )
}
