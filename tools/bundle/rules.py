"""What cannot be flattened, found before it does harm: each finding names file, line and remedy.

In one file all modules share one set of global names, imports stand at the top and nothing knows which module it came
from. Everything refused here would mean something else in the bundle than it means in the package.
"""

import ast
import builtins
import sys
from collections.abc import Iterator
from pathlib import Path

from .source import ENTRY, Module

_IMPORTERS = {"imp", "importlib", "pkgutil", "runpy", "zipimport"}
_CALLS_THAT_IMPORT = {"__import__", "eval", "exec"}
_NAMES_OF_A_MODULE = {
    *("__name__", "__file__", "__doc__", "__package__", "__path__", "__spec__", "__loader__", "__cached__"),
    *("__annotations__", "__builtins__", "globals"),
}


def problems_of(root: Path, package: str, modules: list[Module]) -> list[str]:
    """Return everything in ``modules`` that cannot be flattened, one sentence each, in reading order."""
    known = {module.name: module for module in modules}
    found = list(_outside_files(root, package))
    for module in modules:
        found += [f"{module.label}:{line}: {text}" for line, text in sorted(_in_module(package, module, known))]
    return [*found, *_shared_names(modules), *_rebound_names(modules)]


def _outside_files(root: Path, package: str) -> Iterator[str]:
    start = root / package / "__init__.py"
    if start.exists():
        for node in Module(package, "__init__", start.read_text(encoding="utf-8")).tree.body:
            if not _is_text(node):
                yield (
                    f"{package}/__init__.py:{node.lineno}: the bundle has no place for code of the package itself: "
                    "move it into a module"
                )


def _in_module(package: str, module: Module, known: dict[str, Module]) -> Iterator[tuple[int, str]]:
    top_level = set(module.tree.body)
    guards: set[ast.AST] = set()
    for statement in module.tree.body:
        if isinstance(statement, ast.If) and _is_guard(statement):
            guards.update(ast.walk(statement.test))
            if module.name != ENTRY:
                yield statement.lineno, f"a start of its own belongs in {package}/{ENTRY}.py only: remove it"
        elif not _is_definition(statement, entry=module.name == ENTRY):
            yield (
                statement.lineno,
                f"`{_shown(statement)}` runs at import: put it into a function that is called from the loop",
            )
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            if node in top_level:
                yield from _import(package, module, known, node)
            else:
                yield node.lineno, f"`{_shown(node)}` stands inside a block: move it to the top of the file"
        elif isinstance(node, ast.Name) and node not in guards:
            if node.id in _CALLS_THAT_IMPORT:
                yield (
                    node.lineno,
                    f"`{node.id}` can import while the bot runs, where no package is: import at the top of the file",
                )
            elif node.id in _NAMES_OF_A_MODULE:
                yield (
                    node.lineno,
                    f"`{node.id}` means something else in the bundle: give what you need a name of its own",
                )


def _import(
    package: str, module: Module, known: dict[str, Module], node: ast.Import | ast.ImportFrom
) -> Iterator[tuple[int, str]]:
    shown = _shown(node)
    lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
    for other in module.tree.body:
        if other is not node and (other.lineno in lines or other.end_lineno in lines):
            yield node.lineno, f"`{shown}` shares its line with another statement: give each a line of its own"
            break
    if any(alias.name == "*" for alias in node.names):
        yield node.lineno, f"`{shown}` does not say which names it brings: name each of them"
        return
    if isinstance(node, ast.ImportFrom) and node.level > 0:
        yield from _relative_import(known, node)
        return
    for path in [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]:
        first = path.split(".")[0]
        if first == "__future__":
            yield (
                node.lineno,
                f"`{shown}` would have to be the first line of the bundle and hold for all of it: remove it",
            )
        elif first == package:
            yield node.lineno, f"`{shown}` needs the package, which the bundle lacks: write `from .module import name`"
        elif first in _IMPORTERS:
            yield node.lineno, f"`{shown}` is for imports while the bot runs: import at the top of the file"
        elif first not in sys.stdlib_module_names:
            yield node.lineno, f"`{shown}` is not of the standard library, the arena may lack it: do without it"
    yield from _aliases(node, shown)


def _relative_import(known: dict[str, Module], node: ast.ImportFrom) -> Iterator[tuple[int, str]]:
    shown = _shown(node)
    if node.level > 1 or not node.module or "." in node.module:
        yield node.lineno, f"`{shown}` brings a module, not a name out of it: write `from .module import name`"
        return
    yield from _aliases(node, shown)
    target = known[node.module]
    defined = target.definitions()
    for alias in node.names:
        if alias.name not in defined:
            yield (
                node.lineno,
                f"`{shown}`: {target.label} does not define `{alias.name}`: import it from the module that does",
            )


def _aliases(node: ast.Import | ast.ImportFrom, shown: str) -> Iterator[tuple[int, str]]:
    for alias in node.names:
        if alias.asname:
            yield node.lineno, f"`{shown}` gives `{alias.name}` a second name: use the first one"


def _shared_names(modules: list[Module]) -> Iterator[str]:
    """Find names that two modules, or a module and the standard library, would fight over."""
    owners: dict[str, tuple[str, str]] = {}
    for module in modules:
        for node in module.imports():
            for bound, origin in standard_names(node):
                place = f"{module.label}:{node.lineno}"
                earlier, earlier_place = owners.setdefault(bound, (origin, place))
                if earlier != origin:
                    yield f"{place}: `{bound}` is {origin} here and {earlier} in {earlier_place}: import one of them"
    for module in modules:
        for name, line in module.definitions().items():
            place = f"{module.label}:{line}"
            if hasattr(builtins, name):
                yield f"{place}: `{name}` would hide Python's own in every module of the bundle: choose another name"
                continue
            earlier, earlier_place = owners.setdefault(name, ("defined", place))
            if earlier_place != place or earlier != "defined":
                yield f"{place}: `{name}` is defined here, and is {earlier} in {earlier_place}, too: rename one of them"


def _rebound_names(modules: list[Module]) -> Iterator[str]:
    """Find names that a module changes with `global` while others hold a copy, which in one file is no copy."""
    importers = {
        (node.module, alias.name): f"{module.label}:{node.lineno}"
        for module in modules
        for node in module.imports()
        if isinstance(node, ast.ImportFrom) and node.level == 1
        for alias in node.names
    }
    for module in modules:
        for node in ast.walk(module.tree):
            if not isinstance(node, ast.Global):
                continue
            for name in node.names:
                place = importers.get((module.name, name))
                if place:
                    yield (
                        f"{module.label}:{node.lineno}: `global {name}` changes what {place} has imported, "
                        "which only the bundle would notice: keep it in an object"
                    )


def standard_names(node: ast.Import | ast.ImportFrom) -> list[tuple[str, str]]:
    """Return the global names that an import from outside the package binds, each with what it stands for."""
    if isinstance(node, ast.Import):
        return [(alias.name.split(".")[0], f"the module {alias.name.split('.')[0]}") for alias in node.names]
    if node.level:
        return []
    return [(alias.name, f"{alias.name} of the module {node.module}") for alias in node.names]


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_guard(node: ast.If) -> bool:
    return any(isinstance(part, ast.Name) and part.id == "__name__" for part in ast.walk(node.test))


def _is_definition(node: ast.stmt, *, entry: bool) -> bool:
    if isinstance(node, ast.Assign):
        return all(_is_name(target) for target in node.targets)
    if isinstance(node, ast.AnnAssign):
        return _is_name(node.target)
    if entry and isinstance(node, ast.Expr | ast.Raise):
        return True
    return _is_text(node) or isinstance(
        node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom | ast.Pass
    )


def _is_name(target: ast.expr) -> bool:
    if isinstance(target, ast.Tuple | ast.List):
        return all(_is_name(part) for part in target.elts)
    if isinstance(target, ast.Starred):
        return _is_name(target.value)
    return isinstance(target, ast.Name)


def _shown(node: ast.stmt) -> str:
    first = ast.unparse(node).split("\n")[0]
    return first if len(first) <= 60 else first[:57] + "..."
