"""The modules of a package, read and parsed, without running any of them."""

import ast
from pathlib import Path

from .problems import BundleError

ENTRY = "__main__"


class Module:
    """One file of the package.

    ``name`` without `.py`; ``label`` as it is shown, `bot/grid.py`; ``lines`` without newlines; ``tree`` its syntax.
    """

    def __init__(self, package: str, name: str, text: str) -> None:
        """Parse the text; BundleError if it is not Python."""
        self.name = name
        self.label = f"{package}/{name}.py"
        # Only "\n" ends a line for the parser; str.splitlines() would break at form feeds, too.
        self.text = text
        self.lines = text.split("\n")
        try:
            self.tree = ast.parse(text, filename=self.label)
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            reason = getattr(error, "msg", str(error))
            raise BundleError(f"{self.label}:{line}: not Python ({reason}): repair it") from error
        except (RecursionError, MemoryError):
            # Python's own limits, of some thousand operators within each other.
            raise BundleError(f"{self.label}: an expression is too deep for Python: divide it") from None

    def imports(self) -> list[ast.Import | ast.ImportFrom]:
        """Return the import statements at the top level, in order."""
        return [node for node in self.tree.body if isinstance(node, ast.Import | ast.ImportFrom)]

    def needs(self) -> list[tuple[str, int]]:
        """Return the modules of the package that this one imports from, and the line, in order of appearance."""
        return [
            (node.module, node.lineno)
            for node in self.imports()
            if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module and "." not in node.module
        ]

    def definitions(self) -> dict[str, int]:
        """Return the top-level names that this module defines (not those that it imports), with the first line."""
        found: dict[str, int] = {}
        for node in self.tree.body:
            for name in _defined(node):
                found.setdefault(name, node.lineno)
        return found


def _defined(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        targets: list[ast.expr] = node.targets
    elif isinstance(node, ast.AnnAssign | ast.AugAssign):
        targets = [node.target]
    else:
        targets = []
    names = [part for target in targets for part in ast.walk(target)]
    walrus = [part.target for part in ast.walk(node) if isinstance(part, ast.NamedExpr)] if targets else []
    return [part.id for part in [*names, *walrus] if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]


def read_package(root: Path, package: str) -> list[Module]:
    """Read the modules that the package's `__main__.py` reaches, each after all that it imports from.

    The order is decided by the import statements alone, so the same sources give the same order. ``root`` is the
    directory that holds the package. BundleError names a missing module, a cycle, or a file that cannot be read.
    """
    ordered: list[Module] = []
    finished: set[str] = set()
    trail: list[tuple[str, int]] = []

    def visit(name: str, wanted_by: str) -> None:
        if name in finished:
            return
        names_on_trail = [step for step, _ in trail]
        if name in names_on_trail:
            ring = trail[names_on_trail.index(name) :]
            path = " -> ".join(f"{package}/{step}.py:{line}" for step, line in ring)
            raise BundleError(
                f"{path} -> {package}/{name}.py: these import each other in a circle, so none can stand first: "
                "move what they share into a module of its own"
            )
        module = _read(root, package, name, wanted_by)
        for needed, line in module.needs():
            trail.append((name, line))
            visit(needed, f"{module.label}:{line}")
            trail.pop()
        finished.add(name)
        ordered.append(module)

    visit(ENTRY, "the bundler")
    return ordered


def unreached(root: Path, package: str, modules: list[Module]) -> list[str]:
    """Return the labels of the package's files that are not among ``modules``."""
    names = {module.name for module in modules} | {"__init__"}
    return sorted(f"{package}/{path.name}" for path in (root / package).glob("*.py") if path.stem not in names)


def _read(root: Path, package: str, name: str, wanted_by: str) -> Module:
    path = root / package / f"{name}.py"
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        if (root / package / name).is_dir():
            raise BundleError(
                f"{wanted_by}: {package}/{name}/ is a package inside the package, only plain modules can be flattened: "
                f"make it {package}/{name}.py"
            ) from None
        raise BundleError(
            f"{wanted_by} asks for {package}/{name}.py, which does not exist: write it, or import another module"
        ) from None
    except OSError as error:
        raise BundleError(
            f"{wanted_by} asks for {package}/{name}.py, which cannot be read ({error.strerror}): make it a plain file"
        ) from None
    except UnicodeDecodeError as error:
        raise BundleError(
            f"{package}/{name}.py: not UTF-8 ({error.reason} at byte {error.start}): save it so"
        ) from None
    return Module(package, name, text)
