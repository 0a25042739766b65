// Runs before the first paint, so that a chosen theme never flashes in the other one's colours. A file of its own, because
// the Content-Security-Policy allows no inline script.
try {
  const theme = localStorage.getItem('toolscore.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be switched off; then the system's theme applies.
}
