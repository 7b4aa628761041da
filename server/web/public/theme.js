// Before the first paint, so that nothing flashes: the theme that was chosen here, else the system's.
document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'system'
