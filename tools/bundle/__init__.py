"""The bundler: bot/ becomes one readable file that can be pasted."""
